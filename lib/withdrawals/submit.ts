import "server-only";
import { and, eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { HeldBack } from "@/lib/transactions/submission/earlier-orders";
import type { Outcome } from "@/lib/transactions/submission/submission";
import { callbackUrlOf, flagAltered, sendCreate } from "@/lib/transactions/submission/submit";
import { holdFor } from "./hold-for";
import { alterationsOf } from "./integrity";
import { termsOnRecord } from "./request";

/**
 * Sends a queued withdrawal, at most once. What leaves is what was requested and approved: where the record has another
 * digest, nothing is sent and people are told; where people, approvals or a limit speak against it, it is held.
 */
export async function sendWithdrawal(
  ctx: Ctx,
  { transactionRow }: { transactionRow: string },
): Promise<Outcome | "taken" | "held" | "altered" | HeldBack> {
  requirePermission(ctx, "withdrawals:send");
  const mine = and(eq(transactions.id, transactionRow), eq(transactions.environment, ctx.environment));
  const [found] = await ctx.db
    .select({ order: transactions, intent: withdrawals })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .where(mine);
  if (!found) throw new Error(`no withdrawal ${transactionRow}`);

  const { order, intent } = found;
  const terms = termsOnRecord(order, intent);
  const altered = await alterationsOf(ctx, order, intent);
  if (altered.length > 0) {
    await flagAltered(ctx, "withdrawal.altered", order);
    return "altered";
  }
  const { referenceId } = order;
  const callbackUrl = callbackUrlOf(ctx, order);
  return sendCreate(ctx, {
    transactionRow,
    type: "WITHDRAW",
    prepare: () => ctx.api.prepareWithdraw({ referenceId, callbackUrl, ...terms }),
    send: ctx.api.sendWithdraw,
    holdFor: (tx) => holdFor(tx, ctx, order, intent),
  });
}
