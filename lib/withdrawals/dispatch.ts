import "server-only";
import { and, eq } from "drizzle-orm";
import { approvals } from "@/drizzle/schema/approvals";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { sendCreate } from "@/lib/transactions/sending";
import type { Outcome } from "@/lib/transactions/submission";
import { isApproved } from "./approval";
import { digestOf, termsOnRecord } from "./digest";

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
    await flagAltered(ctx, order);
    return "altered";
  }
  const { referenceId } = order;
  const callbackUrl = `${ctx.appUrl}/api/callbacks/${ctx.environment}/${order.callbackToken}`;
  return sendCreate(ctx, {
    transactionRow,
    prepare: () => ctx.api.prepareWithdraw({ referenceId, callbackUrl, ...terms }),
    send: ctx.api.sendWithdraw,
    job: "send-withdrawal",
  });
}

/** Somebody changed the record behind our back. Said once; the order stays where it is until a person has looked. */
async function flagAltered(ctx: Ctx, { id, referenceId, conflictAt }: typeof transactions.$inferSelect) {
  if (conflictAt !== null) return;
  await ctx.db.transaction(async (tx) => {
    await tx.update(transactions).set({ conflictAt: ctx.now() }).where(eq(transactions.id, id));
    await record(tx, ctx, { action: "withdrawal.altered", subject: referenceId });
  });
}
