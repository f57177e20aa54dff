import "server-only";
import { and, eq } from "drizzle-orm";
import { approvals } from "@/drizzle/schema/approvals";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { digestOf } from "@/lib/transactions/digest";
import { callbackUrlOf, flagAltered, sendCreate } from "@/lib/transactions/sending";
import type { Outcome } from "@/lib/transactions/submission";
import { isApproved } from "./approval";
import { termsOnRecord } from "./terms";

/**
 * Sends a queued withdrawal, at most once. What leaves is what was requested and approved: where the record has another
 * digest, or not enough people agreed to this one, nothing is sent and people are told.
 */
export async function sendWithdrawal(
  ctx: Ctx,
  { transactionRow }: { transactionRow: string },
): Promise<Outcome | "taken" | "altered"> {
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
  const digest = digestOf(terms);
  const decided = await ctx.db.select().from(approvals).where(eq(approvals.transactionRow, transactionRow));
  const { approversNeeded } = intent;
  if (digest !== intent.digest || !isApproved({ decided, digest, approversNeeded })) {
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
  });
}
