import { receive } from "@/lib/callbacks/handle-callback";
import { judgeDeliveries, sweepDeliveries } from "@/lib/callbacks/process-delivery";
import { askAboutOrder } from "@/lib/transactions/commands";
import { attestAbsence } from "@/lib/transactions/non-creation/attest";
import { lookAtDue } from "@/lib/transactions/polling/run";
import { sweepOrders } from "@/lib/transactions/submission/recover-stuck";
import { decideWithdrawal, expireRequests, takeBackWithdrawal } from "@/lib/withdrawals/approvals";
import { reissueWithdrawal, requestWithdrawal } from "@/lib/withdrawals/commands";
import { sendWithdrawal } from "@/lib/withdrawals/submit";

/** Everything that the console does about a payout. A planted bug is another set of these. */
export const VERBS = {
  requestWithdrawal,
  decideWithdrawal,
  takeBackWithdrawal,
  reissueWithdrawal,
  expireRequests,
  sendWithdrawal,
  sweepOrders,
  sweepDeliveries,
  askAboutOrder,
  attestAbsence,
  lookAtDue,
  receive,
  judgeDeliveries,
};
export type Verbs = typeof VERBS;
