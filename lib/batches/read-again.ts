import "server-only";
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { keepMapping } from "@/lib/imports/column-mappings";
import { textEncodingOf } from "@/lib/imports/text-encoding";
import { err, ok, type Result } from "@/lib/result";
import { type Batch, type BatchRow, changeBatch, inBatch, keptFile, type NoBatch, rowsOf } from "./access";
import { type DraftedRow, insertDraft } from "./drafts";
import { type CannotMap, mappingOf, mappingProblem, readByMapping } from "./mappings";
import { type FileProblem, type ReadFile, readBatchFile } from "./read-file";
import { recheck } from "./recheck";
import type { ColumnsInput, ReadAgainInput } from "./schema";
import { isDraft } from "./state";

/** These rows were changed, and read otherwise now. `edits`: of the draft as it was asked about. */
export type EditsLost = { kind: "edits_lost"; lines: number[]; edits: number };
/** `excluded`: so many of its rows stay out, although what they were excluded for may have been of the earlier reading. */
export type ReadOtherwise = { excluded: number };
export type CannotReadAgain =
  | NoBatch
  | EditsLost
  /** It is no such text, or its columns are others in it. */
  | { kind: "unreadable"; problem: FileProblem }
  /** A workbook has no encoding to choose; and rows of a draft are never removed. */
  | { kind: "not_draft" | "workbook" | "rows_missing" };
/** `no_columns`: the format, or its own header, names them. */
export type CannotChangeColumns = NoBatch | EditsLost | CannotMap | { kind: "not_draft" | "no_columns" };

/**
 * Reads the kept file of a draft in another encoding. What was changed in a row stays where the row reads the same in
 * both; other changes are lost once a user has agreed, in the draft as it is. A file that is no such text changes nothing.
 */
export async function readAgain(
  ctx: Ctx,
  { batchId, encoding, dropsEdits }: ReadAgainInput,
): Promise<Result<ReadOtherwise, CannotReadAgain>> {
  requirePermission(ctx, "withdrawals:create");
  return inBatch(
    ctx,
    batchId,
    [isDraft, "not_draft"],
    async (tx, batch): Promise<Result<ReadOtherwise, CannotReadAgain>> => {
      if (batch.encoding === encoding) return ok({ excluded: 0 });
      const from = textEncodingOf(batch.encoding);
      if (from === undefined) return err({ kind: "workbook" });
      const bytes = await keptFile(tx, batch);
      const { read, mappingId } = await readByMapping(tx, ctx, { bytes, encoding });
      if (!read.ok) return err({ kind: "unreadable", problem: read.error });
      const mapping = (await mappingOf(tx, batch))?.mapping;
      const before = keptReading(await readBatchFile(bytes, { encoding: from, mapping }));
      const held = await rowsOf(tx, batchId);
      const lines = linesOf(read.value.rows);
      if (held.some(({ line }) => !lines.has(line))) return err({ kind: "rows_missing" });
      const readings = { batch, held, before, now: read.value };
      const { drafted, ...of } = carriedOver(readings);
      const question = questionAbout(batch, of.lost, dropsEdits);
      if (question) return err(question);
      await keepReading(tx, ctx, { ...readings, mappingId, drafted });
      const detail = { from, encoding, rows: drafted.length, ...of };
      await record(tx, ctx, { action: "batch.read_again", subject: batchId, detail });
      return ok({ excluded: of.excluded });
    },
  );
}

/**
 * Reads the kept file of a draft by other columns, which are saved for every file with its header. Changes of rows are
 * lost as above.
 */
export async function changeColumns(
  ctx: Ctx,
  { batchId, mapping, dropsEdits }: ColumnsInput,
): Promise<Result<ReadOtherwise, CannotChangeColumns>> {
  requirePermission(ctx, "withdrawals:create");
  return inBatch(
    ctx,
    batchId,
    [isDraft, "not_draft"],
    async (tx, batch): Promise<Result<ReadOtherwise, CannotChangeColumns>> => {
      const saved = await mappingOf(tx, batch);
      if (saved === null) return err({ kind: "no_columns" });
      const columns = { header: saved.header, mapping };
      const problem = mappingProblem(columns);
      if (problem) return err(problem);
      const bytes = await keptFile(tx, batch);
      const encoding = textEncodingOf(batch.encoding);
      const before = keptReading(await readBatchFile(bytes, { encoding, mapping: saved.mapping }));
      const now = keptReading(await readBatchFile(bytes, { encoding, mapping }));
      const readings = { batch, held: await rowsOf(tx, batchId), before, now };
      const { drafted, ...of } = carriedOver(readings);
      const question = questionAbout(batch, of.lost, dropsEdits);
      if (question) return err(question);
      const { id: mappingId, version } = await keepMapping(tx, ctx, { of: "batch", ...columns });
      await keepReading(tx, ctx, { ...readings, mappingId, drafted });
      const detail = { from: saved.version, version, rows: drafted.length, ...of };
      await record(tx, ctx, { action: "batch.columns_changed", subject: batchId, detail });
      return ok({ excluded: of.excluded });
    },
  );
}

/** What was read once can be read again. */
function keptReading(read: Result<ReadFile, FileProblem>): ReadFile {
  if (!read.ok) throw new Error(`a kept file is ${read.error.kind}`);
  return read.value;
}

type Readings = { batch: Batch; held: BatchRow[]; before: ReadFile; now: ReadFile };

/** The draft as it is read now. */
async function keepReading(
  tx: Tx,
  ctx: Ctx,
  { batch, held, now, mappingId, drafted }: Readings & { mappingId: string | null; drafted: DraftedRow[] },
): Promise<void> {
  const { encoding, format, trailers } = now;
  const ofAll = batch.isRetry ? [] : trailers;
  const trailersAccepted = isDeepStrictEqual(ofAll, batch.trailers) ? batch.trailersAccepted : null;
  const heldLines = linesOf(held);
  const { known = [], added = [] } = Object.groupBy(drafted, ({ line }) => (heldLines.has(line) ? "known" : "added"));
  await replaceRows(tx, batch.id, known);
  await insertDraft(tx, ctx, batch, added);
  await recheck(tx, ctx, batch.id);
  const changed = { encoding, format, mappingId, trailers: ofAll, trailersAccepted, edits: batch.edits + 1 };
  await changeBatch(tx, ctx, batch.id, changed);
}

async function replaceRows(tx: Tx, batchId: string, rows: DraftedRow[]): Promise<void> {
  await tx.execute(sql`
    update batch_rows set raw = read.raw, fields = read.fields, marks = read.marks, file_problems = read."fileProblems",
      excluded_by = read."excludedBy", excluded_reason = read."excludedReason", accepted = read.accepted
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as read (line int, raw text, fields jsonb, marks jsonb,
      "fileProblems" jsonb, "excludedBy" uuid, "excludedReason" text, accepted jsonb)
    where batch_rows.batch_id = ${batchId} and batch_rows.line = read.line`);
}

/**
 * The rows of the new reading. What is not to be paid stays out, however its line reads. `kept`: how many have changes of
 * before; `lost`: the lines whose changes they have not. `excluded`: how many stay out.
 */
function carriedOver({ batch, held, before, now }: Readings) {
  const originally = new Map(before.rows.map((row) => [row.line, row]));
  const isChanged = ({ line, fields, accepted }: BatchRow) =>
    accepted !== null || !isDeepStrictEqual(fields, originally.get(line)?.fields);
  const rows = new Map(held.map((row) => [row.line, row]));
  const kept = new Set<number>();
  const drafted = now.rows.flatMap(({ problems, ...read }): DraftedRow[] => {
    const row = rows.get(read.line);
    // A retry has a part of the file's rows.
    if (!row && batch.isRetry) return [];
    const replaces = row?.replaces ?? null;
    const excluded = { excludedBy: row?.excludedBy ?? null, excludedReason: row?.excludedReason ?? null };
    const isSame = row?.raw === read.raw && isDeepStrictEqual(read.fields, originally.get(read.line)?.fields);
    if (!row || !isSame || !isChanged(row)) return [{ ...read, fileProblems: problems, replaces, ...excluded }];
    kept.add(row.line);
    const { fields, marks, fileProblems, accepted } = row;
    return [{ ...read, fields, marks, fileProblems, accepted, replaces, ...excluded }];
  });
  const lost = held.filter((row) => isChanged(row) && !kept.has(row.line)).map(({ line }) => line);
  const excluded = drafted.filter(({ excludedBy }) => excludedBy !== null).length;
  return { drafted, kept: kept.size, lost, excluded };
}

/**
 * A change since the user was asked is another question: it may be lost as well. So is a line that was not asked about:
 * other columns may have been saved for the file since.
 */
function questionAbout({ edits }: Batch, lines: number[], dropsEdits: ReadAgainInput["dropsEdits"]): EditsLost | null {
  const isAgreed = dropsEdits?.edits === edits && new Set(lines).isSubsetOf(new Set(dropsEdits.lines));
  return lines.length === 0 || isAgreed ? null : { kind: "edits_lost", lines, edits };
}

const linesOf = (rows: { line: number }[]) => new Set(rows.map(({ line }) => line));
