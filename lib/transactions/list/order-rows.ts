import "server-only";
import type { Order } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { frozenAmong } from "@/lib/transactions/freezes/guard";
import type { TransactionRow } from "@/lib/transactions/schema";
import { hasNotLeft, isQueued } from "@/lib/transactions/submission/submission";
import { transactionRow } from "@/lib/transactions/to-view";

type Read = { order: Order };

/** Adds the list row of each order. Unsubmitted ones name what holds them. */
export async function orderRows<One extends Read>(ctx: Ctx, found: One[]): Promise<(One & { row: TransactionRow })[]> {
  const queued = found.filter(({ order }) => isQueued(order.submission)).map(({ order }) => order.id);
  const frozen = await frozenAmong(ctx, queued);
  return found.map((one) => {
    const { id, submission, heldReason } = one.order;
    const hold = hasNotLeft(submission) ? heldReason : null;
    return { ...one, row: transactionRow(one.order, { hold, frozen: frozen.has(id) }) };
  });
}
