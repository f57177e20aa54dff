import "server-only";
import { and, count, eq, inArray, isNotNull, isNull, max, sum } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";

/** How often and how much each account was paid from here, by currency and key. */
export async function paidTo(ctx: Ctx, payeeKeys: string[]) {
  const { currency, paidAt, discrepancyAt } = transactions;
  const isPaidHere = and(isNotNull(paidAt), isNull(discrepancyAt), inArray(withdrawals.payeeKey, payeeKeys));
  const rows = await ctx.db
    .select({
      currency,
      payeeKey: withdrawals.payeeKey,
      count: count(),
      total: sum(transactions.amount),
      lastAt: max(paidAt),
    })
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(and(eq(transactions.environment, ctx.environment), isPaidHere))
    .groupBy(currency, withdrawals.payeeKey);
  return new Map(rows.map((row) => [`${row.currency} ${row.payeeKey}`, row]));
}
