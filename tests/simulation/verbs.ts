import { judgeDeliveries, sweepDeliveries } from "@/lib/callbacks/judge";
import { receive } from "@/lib/callbacks/receive";
import { attestAbsence } from "@/lib/transactions/attesting";
import { askAboutOrder } from "@/lib/transactions/commands";
import { lookAtDue } from "@/lib/transactions/looking";
import { sweepOrders } from "@/lib/transactions/sweeping";
import { decideWithdrawal, expireRequests, takeBackWithdrawal } from "@/lib/withdrawals/approving";
import { reissueWithdrawal, requestWithdrawal } from "@/lib/withdrawals/commands";
import { sendWithdrawal } from "@/lib/withdrawals/dispatch";

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
