import "server-only";
import { desc, eq } from "drizzle-orm";
import { people } from "@/drizzle/schema/people";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { recipientView, transactionRow } from "@/lib/transactions/view";
import type { WithdrawalRow } from "./schema";

/** A list shows this many; older ones are found by their id. */
const PAGE = 100;

/** The newest withdrawals that were requested here. */
export async function listWithdrawals(ctx: Ctx): Promise<WithdrawalRow[]> {
  requirePermission(ctx, "transactions:read");
  const rows = await ctx.db
    .select({ order: transactions, intent: withdrawals, requestedBy: people.name })
    .from(transactions)
    .innerJoin(withdrawals, eq(withdrawals.transactionRow, transactions.id))
    .innerJoin(people, eq(people.id, withdrawals.requestedBy))
    .where(eq(transactions.environment, ctx.environment))
    .orderBy(desc(transactions.createdAt), desc(transactions.id))
    .limit(PAGE);
  return rows.map(({ order, intent, requestedBy }) => ({
    ...transactionRow(order),
    recipient: recipientView(ctx, intent),
    requestedBy,
  }));
}
