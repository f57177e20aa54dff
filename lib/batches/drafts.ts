import "server-only";
import { createHash } from "node:crypto";
import { and, eq, min, sql } from "drizzle-orm";
import { batchFiles } from "@/drizzle/schema/batch-files";
import { batches, batchRows } from "@/drizzle/schema/batches";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission, userIdOf } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { lockNamed } from "@/lib/db/locks";
import { only } from "@/lib/db/only";
import type { TextEncoding } from "@/lib/imports/text-encoding";
import { typedAccountName } from "@/lib/japan/account-name-input";
import { bankDirectory } from "@/lib/japan/directory/load";
import { ok, type Result } from "@/lib/result";
import { referenceOf } from "@/lib/transactions/submission/batch-reference";
import {
  type Batch,
  type BatchRow,
  changeBatch,
  inBatch,
  isAnyOf,
  type NoBatch,
  newestRun,
  type OfFile,
  ofFile,
  requesterIdOf,
  rowsWhere,
} from "./access";
import { draftRows } from "./draft-rows";
import { suggestedFixes } from "./fixes";
import { readByMapping } from "./mappings";
import { possiblySentUntil } from "./possibly-sent";
import type { FileProblem } from "./read-file";
import { insertRows, recheckRows } from "./recheck";
import { BATCH_FIELDS, type BatchField, openWarnings, paysOther, type RowFields, seenWarnings } from "./row";
import type { AcceptInput, DraftView, ExcludeInput, FixInput, RowInput, TrailersInput, UploadProgress } from "./schema";
import { isDraft } from "./state";
import { checkTrailers, trailersDiffer } from "./trailers";

type NotDraft = { kind: "not_draft" };
type Opened = { batchId: string; isNew: boolean };

type Upload = {
  bytes: Uint8Array;
  name: string;
  encoding?: TextEncoding | undefined;
  onProgress?: (progress: UploadProgress) => void;
};

/** Keeps a file as a draft. The same file again opens its newest run, also where two people upload it together. */
export async function uploadBatch(ctx: Ctx, upload: Upload): Promise<Result<Opened, FileProblem>> {
  requirePermission(ctx, "withdrawals:create");
  const uploadedBy = requesterIdOf(ctx);
  const { bytes, name } = upload;
  const { read, mappingId } = await readByMapping(ctx.db, ctx, upload);
  if (!read.ok) return read;
  const { environment } = ctx;
  const fileSha256 = createHash("sha256").update(bytes).digest("hex");
  return ctx.db.transaction(async (tx) => {
    await lockFile(tx, { environment, fileSha256 });
    const newest = await newestRun(tx, { environment, fileSha256 });
    if (newest) return ok({ batchId: newest.id, isNew: false });

    await tx
      .insert(batchFiles)
      .values({ environment, sha256: fileSha256, content: Buffer.from(bytes) })
      .onConflictDoNothing();
    const { encoding, format, trailers } = read.value;
    const made = { name, fileSha256, encoding, format, mappingId, run: 1, trailers, uploadedBy };
    const rows = read.value.rows.map(({ problems, ...row }) => ({ ...row, fileProblems: problems }));
    const batchId = await makeRun(tx, ctx, { made, rows, detail: { encoding, format } }, upload.onProgress);
    return ok({ batchId, isNew: true });
  });
}

type Made = Omit<
  typeof batches.$inferInsert,
  "environment" | "state" | "uploadedAt" | "updatedAt" | "possiblySentUntil"
>;
type Run = { made: Made; rows: DraftedRow[]; detail: object };

/** Makes the draft of a run. `detail`: what its audit line says besides file, run and count. */
export async function makeRun(
  tx: Tx,
  ctx: Ctx,
  { made, rows, detail }: Run,
  onProgress?: (progress: UploadProgress) => void,
): Promise<string> {
  const at = ctx.now();
  const row = {
    ...{ ...made, environment: ctx.environment, state: "draft" as const, uploadedAt: at, updatedAt: at },
    possiblySentUntil: await possiblySentUntil(tx, ctx),
  };
  const batch = only(await tx.insert(batches).values(row).returning());
  await insertDraft(tx, ctx, batch, rows, onProgress);
  const { name, fileSha256: sha256, run } = batch;
  const said = { name, sha256, run, rows: rows.length, ...detail };
  await record(tx, ctx, { action: "batch.uploaded", subject: batch.id, detail: said });
  return batch.id;
}

/** Runs of one file are made one after another. */
export async function lockFile(tx: Tx, { environment, fileSha256 }: OfFile) {
  await lockNamed(tx, `batch ${environment} ${fileSha256}`);
}

export type DraftedRow = Pick<BatchRow, "line" | "raw" | "fields" | "marks" | "fileProblems"> &
  Partial<Pick<BatchRow, "excludedBy" | "excludedReason" | "replaces" | "accepted">>;

export function insertDraft(
  tx: Tx,
  ctx: Ctx,
  batch: Batch,
  rows: DraftedRow[],
  onProgress?: (progress: UploadProgress) => void,
): Promise<void> {
  const reference = referenceOf(batch);
  const drafted = rows.map((row) => ({
    ...{ excludedBy: null, excludedReason: null, accepted: null, replaces: null, ...row },
    referenceId: reference(row.line),
  }));
  return insertRows(tx, ctx, batch.id, drafted, onProgress);
}

/** How many changes there were by now, and the rows that are other than before. */
type DraftChange = DraftView;
type CannotChange = NoBatch | NotDraft;

/** Changes cells of a row. A reason to pay it in spite of warnings was given for the amount and account that it had. */
export async function editRow(ctx: Ctx, input: RowInput): Promise<Result<DraftChange, CannotChange>> {
  requirePermission(ctx, "withdrawals:create");
  const { batchId, line, fields } = input;
  return changeDraft(ctx, batchId, [line], async (tx, [row]) => {
    if (!row) return;
    const next = inBankSpelling({ ...row.fields, ...fields }, row.fields);
    const changed = BATCH_FIELDS.filter((name) => next[name] !== row.fields[name]);
    if (changed.length === 0 && row.fileProblems.line === undefined) return;
    await tx
      .update(batchRows)
      .set({
        fields: next,
        ...withoutFields(row, changed, typedOtherwise(next, fields)),
        ...(paysOther(row.fields, next) && { accepted: null }),
      })
      .where(eq(batchRows.id, row.id));
    await record(tx, ctx, { action: "batch.row_changed", subject: batchId, detail: { line, changed } });
  });
}

/** A holder that was typed is kept as it is paid, as one of a file is. A doubt is left to a person. */
function inBankSpelling(typed: RowFields, before: RowFields): RowFields {
  const name = typed.destinationAccountName;
  if (name === before.destinationAccountName || typed.currency.normalize("NFKC").trim() !== "JPY") return typed;
  const { text, proposal, problems } = typedAccountName(name);
  return proposal === null && problems.length === 0 ? { ...typed, destinationAccountName: text } : typed;
}

/** The row says what stands in it otherwise than it was typed. */
const typedOtherwise = (next: RowFields, typed: Partial<RowFields>): BatchField[] =>
  BATCH_FIELDS.filter((name) => typed[name] !== undefined && typed[name] !== next[name]);

/** What a person wrote is no longer what the file has wrong, nor what its reading changed. */
function withoutFields(
  { fileProblems: { line: _line, ...problems }, marks }: BatchRow,
  changed: BatchField[],
  converted: BatchField[],
) {
  const stays = (field: string) => !changed.some((name) => name === field);
  return {
    fileProblems: Object.fromEntries(Object.entries(problems).filter(([field]) => stays(field))),
    marks: {
      restored: marks.restored.filter(stays),
      converted: [...new Set([...marks.converted.filter(stays), ...converted])],
    },
  };
}

/**
 * Applies what is suggested for what is wrong with rows, where it is still suggested. In a row with nothing wrong, as after
 * a press before, another player's ID would be all: only an edit that names the ID changes that.
 */
export async function fixRows(ctx: Ctx, { batchId, lines }: FixInput): Promise<Result<DraftChange, CannotChange>> {
  requirePermission(ctx, "withdrawals:create");
  const directory = await bankDirectory();
  return changeDraft(ctx, batchId, lines, async (tx, rows) => {
    const fixed = rows.flatMap(({ id, line, fields, problems }) => {
      const fixes = problems === null ? {} : suggestedFixes(fields, problems, directory);
      const next = { ...fields, ...fixes };
      return Object.keys(fixes).length === 0 ? [] : [{ id, line, fields: next, isOther: paysOther(fields, next) }];
    });
    if (fixed.length === 0) return;
    await tx.execute(sql`
      update batch_rows set fields = fixed.fields, accepted = case when fixed."isOther" then null else accepted end
      from jsonb_to_recordset(${JSON.stringify(fixed)}::jsonb) as fixed (id uuid, fields jsonb, "isOther" boolean)
      where batch_rows.id = fixed.id`);
    const detail = { lines: fixed.map(({ line }) => line), suggested: true };
    await record(tx, ctx, { action: "batch.row_changed", subject: batchId, detail });
  });
}

/** Leaves rows out, with a reason, or takes them in again. */
export async function excludeRows(ctx: Ctx, input: ExcludeInput): Promise<Result<DraftChange, CannotChange>> {
  requirePermission(ctx, "withdrawals:create");
  const { batchId, lines, reason } = input;
  const excluded = { excludedBy: reason === null ? null : userIdOf(ctx), excludedReason: reason };
  return changeDraft(ctx, batchId, lines, async (tx, rows) => {
    if (rows.length === 0) return;
    await tx
      .update(batchRows)
      .set(excluded)
      .where(and(eq(batchRows.batchId, batchId), isAnyOf(batchRows.line, linesOf(rows), "int")));
    const detail = { lines: linesOf(rows), excluded: reason !== null, ...(reason !== null && { reason }) };
    await record(tx, ctx, { action: "batch.row_changed", subject: batchId, detail });
  });
}

/**
 * Pays rows in spite of their warnings, with a reason that the approver sees. Of a row that differs from what the user
 * saw, what they did not see stays open.
 */
export async function acceptWarnings(ctx: Ctx, input: AcceptInput): Promise<Result<DraftChange, CannotChange>> {
  requirePermission(ctx, "withdrawals:create");
  const { batchId, reason } = input;
  const [by, at] = [userIdOf(ctx), ctx.now().toISOString()];
  const seen = new Map(input.rows.map((row) => [row.line, row]));
  return changeDraft(ctx, batchId, [...seen.keys()], async (tx, rows) => {
    const some = rows.flatMap((row) => {
      const warnings = seenWarnings(row, seen.get(row.line));
      const isNew = openWarnings(warnings, row.accepted).length > 0;
      return isNew ? [{ id: row.id, line: row.line, accepted: { warnings, reason, by, at } }] : [];
    });
    if (some.length === 0) return;
    await tx.execute(sql`
      update batch_rows set accepted = seen.accepted
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as seen (id uuid, accepted jsonb)
      where batch_rows.id = seen.id`);
    const warnings = [...new Set(some.flatMap(({ accepted }) => accepted.warnings.map(({ kind }) => kind)))];
    const detail = { lines: some.map(({ line }) => line), warnings, reason };
    await record(tx, ctx, { action: "batch.rows_accepted", subject: batchId, detail });
  });
}

const linesOf = (rows: BatchRow[]) => rows.map(({ line }) => line);

/** Lets a file be requested whose trailers differ from its data, with a reason that the approver sees. */
export async function acceptTrailers(ctx: Ctx, input: TrailersInput): Promise<Result<null, CannotChange>> {
  requirePermission(ctx, "withdrawals:create");
  const { batchId, reason } = input;
  const by = userIdOf(ctx);
  return inBatch(ctx, batchId, [isDraft, "not_draft"], async (tx, batch) => {
    if (!trailersDiffer(batch.trailers)) return ok(null);
    const trailersAccepted = { by, at: ctx.now().toISOString(), reason };
    await changeBatch(tx, ctx, batchId, { trailersAccepted, edits: batch.edits + 1 });
    const detail = { trailers: checkTrailers(batch.trailers)?.differing, reason };
    await record(tx, ctx, { action: "batch.trailers_accepted", subject: batchId, detail });
    return ok(null);
  });
}

/** Ends a draft. Nothing of it was sent, and the next run of the file has its number: the file may be uploaded again. */
export async function discardBatch(
  ctx: Ctx,
  { batchId }: { batchId: string },
): Promise<Result<null, NoBatch | NotDraft>> {
  requirePermission(ctx, "withdrawals:create");
  return inBatch(ctx, batchId, [isDraft, "not_draft"], async (tx, batch) => {
    await lockFile(tx, batch);
    const [found] = await tx
      .select({ least: min(batches.run) })
      .from(batches)
      .where(ofFile(batch));
    await changeBatch(tx, ctx, batchId, { state: "discarded", run: Math.min(found?.least ?? 0, 0) - 1 });
    await record(tx, ctx, { action: "batch.discarded", subject: batchId, detail: { run: batch.run } });
    return ok(null);
  });
}

/** Changes rows of a draft and checks them again. Under the lock of the batch. */
async function changeDraft(
  ctx: Ctx,
  batchId: string,
  lines: number[],
  change: (tx: Tx, rows: BatchRow[]) => Promise<void>,
): Promise<Result<DraftChange, CannotChange>> {
  return inBatch(ctx, batchId, [isDraft, "not_draft"], async (tx, batch) => {
    await change(tx, await rowsWhere(tx, batchId, isAnyOf(batchRows.line, lines, "int")));
    const rows = await recheckRows(tx, ctx, batchId, lines);
    const edits = batch.edits + 1;
    await changeBatch(tx, ctx, batchId, { edits });
    return ok({ edits, rows: await draftRows(tx, ctx, rows) });
  });
}
