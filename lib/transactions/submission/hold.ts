import "server-only";
import { eq } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import type { Ctx } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { enqueue } from "@/lib/db/enqueue";
import { scheduleNextPoll } from "@/lib/transactions/polling/schedule";
import type { HoldReason } from "./hold-reasons";

type Order = Pick<typeof transactions.$inferSelect, "id" | "referenceId">;

/** The columns of an order that is not held. */
export const NOT_HELD = { heldAt: null, heldReason: null };

/** Holds a queued order, locked by the caller. If approvals are missing, it awaits approval again. */
export async function holdOrder(tx: Tx, ctx: Ctx, { id, referenceId }: Order, reason: HoldReason): Promise<void> {
  const submission = reason === "approvals_not_enough" ? "awaiting_approval" : "queued";
  const held = { submission, heldAt: ctx.now(), heldReason: reason, updatedAt: ctx.now() } as const;
  await tx.update(transactions).set(held).where(eq(transactions.id, id));
  // Its sender asks no more, and a row of a batch may have been sent by a lost database.
  await scheduleNextPoll(tx, ctx, id, "in_a_while");
  await record(tx, ctx, { action: "withdrawal.held", subject: referenceId, detail: { hold: reason } });
}

/** Queues a held order again. The sender repeats every check. */
export async function releaseOrder(tx: Tx, ctx: Ctx, { id, referenceId }: Order): Promise<void> {
  await tx
    .update(transactions)
    .set({ ...NOT_HELD, updatedAt: ctx.now() })
    .where(eq(transactions.id, id));
  await enqueue(tx, "send-withdrawal", { environment: ctx.environment, transactionRow: id });
  await record(tx, ctx, { action: "withdrawal.released", subject: referenceId });
}
