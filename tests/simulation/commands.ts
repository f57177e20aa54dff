import { handleCallback } from "@/lib/callbacks/handle-callback";
import { processDeliveries, recoverDeliveries } from "@/lib/callbacks/process-delivery";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { attestNonCreation } from "@/lib/transactions/non-creation/attest";
import { pollDueOrders } from "@/lib/transactions/polling/run";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { decideWithdrawal, expireRequests, takeBackWithdrawal } from "@/lib/withdrawals/approvals";
import { reissueWithdrawal, requestWithdrawal } from "@/lib/withdrawals/commands";
import { sendWithdrawal } from "@/lib/withdrawals/submit";

/** Everything that the console does about a payout. A planted bug is another set of these. */
export const COMMANDS = {
  requestWithdrawal,
  decideWithdrawal,
  takeBackWithdrawal,
  reissueWithdrawal,
  expireRequests,
  sendWithdrawal,
  recoverStuckOrders: recoverStuckOrders,
  recoverDeliveries: recoverDeliveries,
  checkOrderStatus: checkOrderStatus,
  attestNonCreation: attestNonCreation,
  pollDueOrders: pollDueOrders,
  receive: handleCallback,
  processDeliveries: processDeliveries,
};
export type Commands = typeof COMMANDS;
