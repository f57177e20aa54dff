import "server-only";
import { and, eq, sql } from "drizzle-orm";
import { batches, batchRows } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { type Batch, isAnyOf } from "./access";
import { isRetryable } from "./outcome";
import { groupOfRow, OUTCOME } from "./sums";

/**
 * The lines that were refused, failed, or were proven not to exist, and that nothing takes the place of: they can be
 * paid once more. Never one whose outcome is unknown, and none that someone sent again already.
 */
export async function retryableLines(db: Db | Tx, { id, state }: Batch): Promise<Set<number>> {
  const sent = await db
    .select({ line: batchRows.line, order: transactions.id, ...OUTCOME })
    .from(batchRows)
    .innerJoin(transactions, eq(transactions.id, batchRows.transactionRow))
    .where(eq(batchRows.batchId, id));
  const failed = sent.filter(({ line: _line, order: _order, ...outcome }) => isRetryable(groupOfRow(outcome, state)));
  const taken = await replacedAmong(
    db,
    failed.map(({ order }) => order),
  );
  return new Set(failed.filter(({ order }) => !taken.has(order)).map(({ line }) => line));
}

/** Whether another order, or a row of another run, takes the place of this one. Its callers ask for their permission. */
export async function hasReplacement({ db, environment }: Ctx, referenceId: string): Promise<boolean> {
  const mine = and(eq(transactions.environment, environment), eq(transactions.referenceId, referenceId));
  const orders = await db.select({ id: transactions.id }).from(transactions).where(mine);
  const taken = await replacedAmong(
    db,
    orders.map(({ id }) => id),
  );
  return taken.size > 0;
}

/**
 * Those that another order, or a row of another run, takes the place of. A row that a sent run left out takes none, nor does
 * one whose ID another order has.
 */
async function replacedAmong(db: Db | Tx, orders: string[]): Promise<Set<string | null>> {
  if (orders.length === 0) return new Set();
  const made = await db
    .select({ replaces: transactions.replaces })
    .from(transactions)
    .where(isAnyOf(transactions.replaces, orders, "uuid"));
  const drafted = await db
    .select({ replaces: batchRows.replaces })
    .from(batchRows)
    .innerJoin(batches, eq(batches.id, batchRows.batchId))
    .where(
      and(
        isAnyOf(batchRows.replaces, orders, "uuid"),
        sql`${batches.state} not in ('discarded', 'declined', 'cancelled')`,
        sql`not (${batches.state} = 'sent'
          and (${batchRows.excludedBy} is not null or ${batchRows.replacedBy} is not null))`,
      ),
    );
  return new Set([...made, ...drafted].map(({ replaces }) => replaces));
}
