import "server-only";
import { batchRows } from "@/drizzle/schema/batches";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { err, ok, type Result } from "@/lib/result";
import { changeBatch, lockBatch, type NoBatch, userIdOf } from "./access";
import { enqueueBatch } from "./approvals";
import { isPaused, isSending } from "./state";
import { isWaiting } from "./waiting-rows";

type NotNow = { kind: "not_sending" } | { kind: "not_paused" };

/** No further row leaves. What has become an order before goes its way. */
export async function pauseBatch(ctx: Ctx, { batchId }: { batchId: string }): Promise<Result<null, NoBatch | NotNow>> {
  requirePermission(ctx, "orders:stop");
  const pausedBy = userIdOf(ctx);
  return ctx.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, ctx, batchId);
    if (!batch) return err({ kind: "no_batch" });
    if (!isSending(batch.state)) return err({ kind: "not_sending" });
    await changeBatch(tx, ctx, batchId, { state: "paused", pauseReason: "user", pausedBy });
    await record(tx, ctx, { action: "batch.paused", subject: batchId, detail: { pause: "user" } });
    return ok(null);
  });
}

export async function resumeBatch(ctx: Ctx, { batchId }: { batchId: string }): Promise<Result<null, NoBatch | NotNow>> {
  requirePermission(ctx, "withdrawals:create");
  return ctx.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, ctx, batchId);
    if (!batch) return err({ kind: "no_batch" });
    if (!isPaused(batch.state)) return err({ kind: "not_paused" });
    await changeBatch(tx, ctx, batchId, {
      ...{ state: "sending", pauseReason: null, pausedBy: null, sendingSince: ctx.now() },
    });
    await record(tx, ctx, { action: "batch.resumed", subject: batchId });
    await enqueueBatch(tx, ctx, batchId);
    return ok(null);
  });
}

/** Ends what has not left. */
export async function cancelRest(ctx: Ctx, { batchId }: { batchId: string }): Promise<Result<null, NoBatch | NotNow>> {
  requirePermission(ctx, "orders:stop");
  return ctx.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, ctx, batchId);
    if (!batch) return err({ kind: "no_batch" });
    if (!isPaused(batch.state)) return err({ kind: "not_paused" });
    const left = await tx.$count(batchRows, isWaiting(batchId));
    await changeBatch(tx, ctx, batchId, { state: "cancelled", pauseReason: null });
    await record(tx, ctx, { action: "batch.cancelled", subject: batchId, detail: { rows: left } });
    return ok(null);
  });
}
