import "server-only";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { submitOrder } from "@/lib/transactions/submission/submit";
import { DEPOSIT } from "./integrity";
import { termsOnRecord } from "./request";

/** Sends a queued deposit, at most once. What leaves is what was requested; an altered record is not sent. */
export async function sendDeposit(ctx: Ctx, { transactionRow }: { transactionRow: string }) {
  requirePermission(ctx, "deposits:send");
  return submitOrder(ctx, DEPOSIT, {
    transactionRow,
    how: ({ order, intent }) => ({
      prepare: (to) => ctx.api.prepareDeposit({ ...to, ...termsOnRecord(order, intent) }),
      send: ctx.api.sendDeposit,
    }),
  });
}
