import "server-only";
import { and, desc, eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { orderRows } from "@/lib/transactions/list/order-rows";
import type { TransactionRow } from "@/lib/transactions/schema";

const SHOWN = 8;

/** The newest payouts to an account, however it was typed. */
export async function payoutsTo(ctx: Ctx, currency: string, payeeKey: string): Promise<TransactionRow[]> {
  const { environment, createdAt, id } = transactions;
  const rows = await ctx.db
    .select({ order: transactions })
    .from(withdrawals)
    .innerJoin(transactions, eq(transactions.id, withdrawals.transactionRow))
    .where(
      and(eq(environment, ctx.environment), eq(transactions.currency, currency), eq(withdrawals.payeeKey, payeeKey)),
    )
    .orderBy(desc(createdAt), desc(id))
    .limit(SHOWN);
  return (await orderRows(ctx, rows)).map(({ row }) => row);
}
