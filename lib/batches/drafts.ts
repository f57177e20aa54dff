import "server-only";
import { createHash } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import { batches, batchRows } from "@/drizzle/schema/batches";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { err, ok, type Result } from "@/lib/result";
import { newReferenceId } from "@/lib/transactions/submission/reference";
import { type Batch, changeBatch, lockBatch, type NoBatch, userIdOf } from "./access";
import { type FileProblem, readBatchFile } from "./read-file";
import { recheck } from "./recheck";
import { openWarnings, type RowFields } from "./row";
import type { AcceptInput, ExcludeInput, RowInput } from "./schema";
import { isDraft } from "./state";

type NotDraft = { kind: "not_draft" };
type Opened = { batchId: string; isNew: boolean };

/** `again`: why a list that was paid before is paid once more, which is its next run. */
type Upload = { bytes: Uint8Array; name: string; again: string | null };

/** Keeps a file as a draft. The same file again opens its newest run, also where two people upload it together. */
export async function uploadBatch(ctx: Ctx, { bytes, name, again }: Upload): Promise<Result<Opened, FileProblem>> {
  requirePermission(ctx, "withdrawals:create");
  const uploadedBy = userIdOf(ctx);
  const read = readBatchFile(bytes);
  if (!read.ok) return read;
  const { environment } = ctx;
  const fileSha256 = createHash("sha256").update(bytes).digest("hex");
  return ctx.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`batch ${environment} ${fileSha256}`}, 0))`);
    const [newest] = await tx
      .select({ id: batches.id, run: batches.run, state: batches.state })
      .from(batches)
      .where(and(eq(batches.environment, environment), eq(batches.fileSha256, fileSha256)))
      .orderBy(desc(batches.run))
      .limit(1);
    // Two presses of "pay again" are one run, too: the first of them is a draft by then.
    if (newest && (again === null || isDraft(newest.state))) return ok({ batchId: newest.id, isNew: false });

    const at = ctx.now();
    const run = (newest?.run ?? 0) + 1;
    const [batch] = await tx
      .insert(batches)
      .values({
        ...{ environment, name, fileSha256, encoding: read.value.encoding, run },
        ...{ runReason: newest ? again : null, state: "draft", uploadedBy, uploadedAt: at, updatedAt: at },
      })
      .returning();
    if (!batch) throw new Error("insert returned no row");
    const rows = read.value.rows.map((row) => ({
      ...row,
      batchId: batch.id,
      referenceId: referenceOf(batch, row.line),
    }));
    for (let from = 0; from < rows.length; from += 500) {
      await tx.insert(batchRows).values(rows.slice(from, from + 500));
    }
    await recheck(tx, ctx, batch.id);
    const detail = {
      name,
      sha256: fileSha256,
      run,
      rows: rows.length,
      ...(batch.runReason && { reason: batch.runReason }),
    };
    await record(tx, ctx, { action: "batch.uploaded", subject: batch.id, detail });
    return ok({ batchId: batch.id, isNew: true });
  });
}

/** The id of a row's order, from the batch and the line alone: a repeat finds the first, and the service knows both. */
function referenceOf({ id, uploadedAt }: Batch, line: number): string {
  const bytes = createHash("sha256").update(`${id}/${line}`).digest("hex").slice(0, 24);
  return newReferenceId("WD", uploadedAt, bytes);
}

/** Changes a row of a draft. */
export async function editRow(ctx: Ctx, input: RowInput): Promise<Result<null, NoBatch | NotDraft>> {
  requirePermission(ctx, "withdrawals:create");
  const { batchId, line, fields } = input;
  return changeDraft(ctx, batchId, async (tx) => {
    const [row] = await tx.select().from(batchRows).where(at(batchId, line));
    if (!row) return;
    const changed = fieldsBetween(row.fields, fields);
    await tx.update(batchRows).set({ fields }).where(eq(batchRows.id, row.id));
    await record(tx, ctx, { action: "batch.row_changed", subject: batchId, detail: { line, changed } });
  });
}

const at = (batchId: string, line: number) => and(eq(batchRows.batchId, batchId), eq(batchRows.line, line));

const fieldsBetween = (before: RowFields, after: RowFields) =>
  Object.entries(after).flatMap(([name, value]) =>
    Object.entries(before).some(([n, v]) => n === name && v === value) ? [] : name,
  );

/** Leaves a row out, with a reason, or takes it in again. */
export async function excludeRow(ctx: Ctx, input: ExcludeInput): Promise<Result<null, NoBatch | NotDraft>> {
  requirePermission(ctx, "withdrawals:create");
  const { batchId, line, reason } = input;
  const excluded = { excludedBy: reason === null ? null : userIdOf(ctx), excludedReason: reason };
  return changeDraft(ctx, batchId, async (tx) => {
    await tx.update(batchRows).set(excluded).where(at(batchId, line));
    const detail = { line, excluded: reason !== null, ...(reason !== null && { reason }) };
    await record(tx, ctx, { action: "batch.row_changed", subject: batchId, detail });
  });
}

/** Pays a row in spite of its warnings, with a reason that the approver sees. */
export async function acceptWarnings(ctx: Ctx, input: AcceptInput): Promise<Result<null, NoBatch | NotDraft>> {
  requirePermission(ctx, "withdrawals:create");
  const { batchId, line, reason } = input;
  const by = userIdOf(ctx);
  return changeDraft(ctx, batchId, async (tx) => {
    const [row] = await tx.select().from(batchRows).where(at(batchId, line));
    if (!row || openWarnings(row.warnings, row.accepted).length === 0) return;
    const accepted = { warnings: row.warnings, reason, by, at: ctx.now().toISOString() };
    await tx.update(batchRows).set({ accepted }).where(eq(batchRows.id, row.id));
    const detail = { line, warnings: row.warnings, reason };
    await record(tx, ctx, { action: "batch.rows_accepted", subject: batchId, detail });
  });
}

/** Ends a draft. Nothing of it was requested. */
export async function discardBatch(
  ctx: Ctx,
  { batchId }: { batchId: string },
): Promise<Result<null, NoBatch | NotDraft>> {
  requirePermission(ctx, "withdrawals:create");
  return ctx.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, ctx, batchId);
    if (!batch) return err({ kind: "no_batch" });
    if (!isDraft(batch.state)) return err({ kind: "not_draft" });
    await changeBatch(tx, ctx, batchId, { state: "discarded" });
    await record(tx, ctx, { action: "batch.discarded", subject: batchId });
    return ok(null);
  });
}

async function changeDraft(
  ctx: Ctx,
  batchId: string,
  change: (tx: Tx) => Promise<void>,
): Promise<Result<null, NoBatch | NotDraft>> {
  return ctx.db.transaction(async (tx) => {
    const batch = await lockBatch(tx, ctx, batchId);
    if (!batch) return err({ kind: "no_batch" });
    if (!isDraft(batch.state)) return err({ kind: "not_draft" });
    await change(tx);
    await recheck(tx, ctx, batchId);
    await changeBatch(tx, ctx, batchId, { edits: batch.edits + 1 });
    return ok(null);
  });
}
