import "server-only";
import { inArray } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { frozenAmong } from "@/lib/transactions/freezes/guard";
import type { TransactionRow } from "@/lib/transactions/schema";
import { hasNotLeft, isQueued } from "@/lib/transactions/submission/submission";
import { type ListedOrder, transactionRow } from "@/lib/transactions/to-view";

/**
 * Orders as a list shows them. Those that have not left say what keeps them here: few, and read apart, as the indexes of
 * the list do not hold it.
 */
export async function orderRows(ctx: Ctx, orders: ListedOrder[]): Promise<TransactionRow[]> {
  const waiting = orders.filter(({ submission }) => hasNotLeft(submission)).map(({ id }) => id);
  if (waiting.length === 0) return orders.map((order) => transactionRow(order));
  const queued = orders.filter(({ submission }) => isQueued(submission)).map(({ id }) => id);
  const [held, frozen] = await Promise.all([holdsOf(ctx, waiting), frozenAmong(ctx, queued)]);
  return orders.map((order) =>
    transactionRow(order, { hold: held.get(order.id) ?? null, frozen: frozen.has(order.id) }),
  );
}

async function holdsOf({ db }: Ctx, ids: string[]) {
  const { id, heldReason } = transactions;
  const rows = await db.select({ id, heldReason }).from(transactions).where(inArray(id, ids));
  return new Map(rows.map((row) => [row.id, row.heldReason]));
}
