import "server-only";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { submitOrder } from "@/lib/transactions/submission/submit";
import { holdFor } from "./hold-for";
import { WITHDRAWAL } from "./integrity";
import { termsOnRecord } from "./request";

/**
 * Sends a queued withdrawal at most once. If the digest differs from the requested and approved one, nothing is sent
 * and users are alerted. If users, approvals or a limit forbid it, it is held.
 */
export async function sendWithdrawal(ctx: Ctx, { transactionRow }: { transactionRow: string }) {
  requirePermission(ctx, "withdrawals:send");
  return submitOrder(ctx, WITHDRAWAL, {
    transactionRow,
    how: ({ order, intent }) => ({
      prepare: (to) => ctx.api.prepareWithdraw({ ...to, ...termsOnRecord(order, intent) }),
      send: ctx.api.sendWithdraw,
      holdFor: (tx) => holdFor(tx, ctx, order, intent),
    }),
  });
}
