import "server-only";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { type Batch, inBatch, type NoBatch, newestRun, rowsOf } from "./access";
import { type DraftedRow, lockFile, makeRun } from "./drafts";
import { retryableLines } from "./retryable";
import type { PayAgainInput } from "./schema";
import { isDraft, isOver } from "./state";

type NextRun = { batchId: string };
export type CannotRunAgain = NoBatch | { kind: "not_over" | "draft_open" | "nothing_failed" };

/** The whole list once more, as its next run. Its rows are checked against everything that was paid meanwhile. */
export async function payAgain(ctx: Ctx, { batchId, reason }: PayAgainInput): Promise<Result<NextRun, CannotRunAgain>> {
  requirePermission(ctx, "withdrawals:create");
  return nextRun(ctx, batchId, { reason, isRetry: false }, async (tx) => {
    const rows = await rowsOf(tx, batchId);
    return rows.map(({ line, raw, fields, marks, fileProblems, excludedBy, excludedReason }) => ({
      ...{ line, raw, fields, marks, fileProblems, excludedBy, excludedReason, replaces: null },
    }));
  });
}

/**
 * A run of the rows that were refused, failed, or were proven not to exist: each in the place of its first order. Never
 * of one whose outcome is unknown, and of none that someone sent again already.
 */
export async function retryFailed(
  ctx: Ctx,
  { batchId }: { batchId: string },
): Promise<Result<NextRun, CannotRunAgain>> {
  requirePermission(ctx, "withdrawals:create");
  return nextRun(ctx, batchId, { reason: null, isRetry: true }, async (tx, batch) => {
    const lines = await retryableLines(tx, batch);
    const rows = await rowsOf(tx, batchId);
    return rows
      .filter(({ line }) => lines.has(line))
      .map(({ line, raw, fields, marks, fileProblems, transactionRow: replaces }) => ({
        ...{ line, raw, fields, marks, fileProblems, excludedBy: null, excludedReason: null, replaces },
      }));
  });
}

async function nextRun(
  ctx: Ctx,
  batchId: string,
  { reason, isRetry }: { reason: string | null; isRetry: boolean },
  rowsFor: (tx: Tx, batch: Batch) => Promise<DraftedRow[]>,
): Promise<Result<NextRun, CannotRunAgain>> {
  const uploadedBy = userIdOf(ctx);
  return inBatch(ctx, batchId, [isOver, "not_over"], async (tx, found): Promise<Result<NextRun, CannotRunAgain>> => {
    await lockFile(tx, found);
    const newest = await newestRun(tx, found);
    if (newest && isDraft(newest.state)) {
      // Two presses are one run. A retry is never the whole list, which would pay the other rows again.
      const isThisRun = newest.follows === batchId && newest.isRetry === isRetry;
      return isThisRun ? ok({ batchId: newest.id }) : err({ kind: "draft_open" });
    }
    const rows = await rowsFor(tx, found);
    if (rows.length === 0) return err({ kind: "nothing_failed" });
    const { name, fileSha256, encoding, format, mappingId } = found;
    const made = {
      ...{ name, fileSha256, encoding, format, mappingId, run: (newest?.run ?? 0) + 1 },
      ...{ runReason: reason, follows: batchId, isRetry, uploadedBy },
      // A part of the list is in no trailer.
      trailers: isRetry ? [] : found.trailers,
    };
    const detail = { ...(reason && { reason }), ...(isRetry && { isRetry }) };
    return ok({ batchId: await makeRun(tx, ctx, { made, rows, detail }) });
  });
}
