import "server-only";
import { eq, max } from "drizzle-orm";
import { batchRows } from "@/drizzle/schema/batches";
import { attempts } from "@/drizzle/schema/evidence";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import { balancesForPage } from "@/lib/balances/commands";
import type { Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { changeBatch, inBatch, type NoBatch, rowsWhere } from "./access";
import { enqueueBatch, lockSumsOf } from "./approvals";
import { paidSince } from "./recheck";
import type { PaidRow, ResumeInput } from "./schema";
import { isPaused, isSending } from "./state";
import { isWaiting } from "./waiting-rows";

type NotNow = { kind: "not_sending" } | { kind: "not_paused" };

/** No further row leaves. What has become an order before goes its way. */
export async function pauseBatch(ctx: Ctx, { batchId }: { batchId: string }): Promise<Result<null, NoBatch | NotNow>> {
  requirePermission(ctx, "orders:stop");
  const pausedBy = userIdOf(ctx);
  return inBatch(ctx, batchId, [isSending, "not_sending"], async (tx) => {
    await changeBatch(tx, ctx, batchId, { state: "paused", pauseReason: "user", pausedBy });
    await record(tx, ctx, { action: "batch.paused", subject: batchId, detail: { pause: "user" } });
    return ok(null);
  });
}

/** Rows that wait have been paid in another way. Accepted if resumed once more after they were named. */
type PaidSince = { kind: "paid_since"; rows: PaidRow[] };

/** So long an answer about the balance is waited for: of the 15 seconds that a press has. */
const BALANCE_WAIT_MS = 5_000;

/** Lets it go on. Rows that have been paid in another way are named first: who approved the batch knew nothing of it. */
export async function resumeBatch(
  ctx: Ctx,
  { batchId, paidSince: shown = [] }: ResumeInput,
): Promise<Result<null, NoBatch | NotNow | PaidSince>> {
  requirePermission(ctx, "withdrawals:create");
  // Paused for a balance, it would pause again by the same figure after funds were added.
  await balancesForPage(ctx, { patienceMs: BALANCE_WAIT_MS });
  return inBatch(ctx, batchId, [isPaused, "not_paused"], async (tx, batch): Promise<Result<null, PaidSince>> => {
    const rows = await rowsWhere(tx, batchId, isWaiting(batchId));
    // Before they are compared: a payout that is requested at the same time is found, or finds these rows.
    await lockSumsOf(tx, ctx, rows);
    const paid = await paidSince(tx, ctx, batch, rows);
    const wasShown = new Map(shown.map(({ line, referenceId }) => [line, referenceId]));
    if (paid.some(({ line, referenceId }) => wasShown.get(line) !== referenceId))
      return err({ kind: "paid_since", rows: paid });
    const sendingSince = await behindAttempts(tx, ctx, batchId);
    await changeBatch(tx, ctx, batchId, { state: "sending", pauseReason: null, pausedBy: null, sendingSince });
    const detail = paid.length > 0 ? { rows: paid.length, paidSince: paid } : {};
    await record(tx, ctx, { action: "batch.resumed", subject: batchId, detail });
    await enqueueBatch(tx, ctx, batchId);
    return ok(null);
  });
}

/**
 * Now, or behind all that has ended so far: a sender's clock may be ahead of this one, and what its user has seen must not
 * pause the batch again.
 */
async function behindAttempts(tx: Tx, ctx: Ctx, batchId: string): Promise<Date> {
  const [found] = await tx
    .select({ last: max(attempts.endedAt) })
    .from(batchRows)
    .innerJoin(attempts, eq(attempts.transactionRow, batchRows.transactionRow))
    .where(eq(batchRows.batchId, batchId));
  return new Date(Math.max(ctx.now().getTime(), (found?.last?.getTime() ?? 0) + 1));
}

/** Ends what has not left. */
export async function cancelRest(ctx: Ctx, { batchId }: { batchId: string }): Promise<Result<null, NoBatch | NotNow>> {
  requirePermission(ctx, "orders:stop");
  return inBatch(ctx, batchId, [isPaused, "not_paused"], async (tx) => {
    const left = await tx.$count(batchRows, isWaiting(batchId));
    await changeBatch(tx, ctx, batchId, { state: "cancelled", pauseReason: null });
    await record(tx, ctx, { action: "batch.cancelled", subject: batchId, detail: { rows: left } });
    return ok(null);
  });
}
