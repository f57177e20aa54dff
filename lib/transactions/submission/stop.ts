import "server-only";
import { and, eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { err, ok, type Result } from "@/lib/result";
import { scheduleNextPoll } from "@/lib/transactions/polling/schedule";
import type { StopInput } from "@/lib/transactions/schema";
import { isQueued } from "./submission";

/** Not queued: already sent, not to be sent, or stopped by another user. */
export type CannotStop = { kind: "not_queued" };

/**
 * Stops a queued order before it is sent, permanently. The row lock excludes the sender: its claim takes the same row
 * only while it is queued, so an order is either stopped or sent.
 */
export async function stopOrder(
  ctx: Ctx,
  { referenceId, reason }: StopInput,
): Promise<Result<{ referenceId: string }, CannotStop>> {
  requirePermission(ctx, "orders:stop");
  return ctx.db.transaction(async (tx) => {
    const mine = and(eq(transactions.environment, ctx.environment), eq(transactions.referenceId, referenceId));
    const [order] = await tx.select().from(transactions).where(mine).for("update");
    if (!order || !isQueued(order.submission)) return err({ kind: "not_queued" });
    await tx
      .update(transactions)
      .set({ submission: "stopped", updatedAt: ctx.now() })
      .where(eq(transactions.id, order.id));
    // The sender would have asked whether a lost database sent it.
    await scheduleNextPoll(tx, ctx, order.id, "in_a_while");
    const action = order.type === "DEPOSIT" ? "deposit.stopped" : "withdrawal.stopped";
    await record(tx, ctx, { action, subject: referenceId, detail: { reason } });
    return ok({ referenceId });
  });
}
