import "server-only";
import type { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { frozenAmong } from "@/lib/transactions/freezes/guard";
import type { TransactionRow } from "@/lib/transactions/schema";
import { hasNotLeft, isQueued } from "@/lib/transactions/submission/submission";
import { transactionRow } from "@/lib/transactions/to-view";

/** Orders as list rows. Unsubmitted ones name what holds them. */
export async function orderRows(ctx: Ctx, orders: (typeof transactions.$inferSelect)[]): Promise<TransactionRow[]> {
  const queued = orders.filter(({ submission }) => isQueued(submission)).map(({ id }) => id);
  const frozen = queued.length > 0 ? await frozenAmong(ctx, queued) : new Set();
  return orders.map((order) =>
    transactionRow(order, {
      hold: hasNotLeft(order.submission) ? order.heldReason : null,
      frozen: frozen.has(order.id),
    }),
  );
}
