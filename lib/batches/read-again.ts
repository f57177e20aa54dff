import "server-only";
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import { textEncodingOf } from "@/lib/imports/text-encoding";
import { err, ok, type Result } from "@/lib/result";
import { type BatchRow, changeBatch, inBatch, keptFile, type NoBatch, rowsOf } from "./access";
import type { ReadRow } from "./delimited-rows";
import { type DraftedRow, insertDraft } from "./drafts";
import { mappingOf, readByMapping } from "./mappings";
import { type FileProblem, readBatchFile } from "./read-file";
import { recheck } from "./recheck";
import type { ReadAgainInput } from "./schema";
import { isDraft } from "./state";

export type CannotReadAgain =
  | NoBatch
  /** It is no such text, or its columns are others in it. */
  | { kind: "unreadable"; problem: FileProblem }
  /** A workbook has no encoding to choose; and rows of a draft are never removed. */
  | { kind: "not_draft" | "workbook" | "rows_missing" }
  /** So many rows that were changed read otherwise in the other encoding. */
  | { kind: "edits_lost"; count: number };

/**
 * Reads the kept file of a draft in another encoding. What was changed in a row stays where its text is the same in both;
 * other changes are lost, which a user confirms by `dropsEdits`. A file that is no such text changes nothing.
 */
export async function readAgain(
  ctx: Ctx,
  { batchId, encoding, dropsEdits }: ReadAgainInput,
): Promise<Result<null, CannotReadAgain>> {
  requirePermission(ctx, "withdrawals:create");
  return inBatch(ctx, batchId, [isDraft, "not_draft"], async (tx, batch): Promise<Result<null, CannotReadAgain>> => {
    if (batch.encoding === encoding) return ok(null);
    const before = textEncodingOf(batch.encoding);
    if (before === undefined) return err({ kind: "workbook" });
    const bytes = await keptFile(tx, batch);
    const { read, mappingId } = await readByMapping(tx, ctx, { bytes, encoding });
    if (!read.ok) return err({ kind: "unreadable", problem: read.error });
    const first = await readBatchFile(bytes, { encoding: before, mapping: await mappingOf(tx, batch) });
    if (!first.ok) throw new Error(`a kept file is ${first.error.kind}`);

    const held = await rowsOf(tx, batchId);
    const rows = read.value.rows.filter(({ line }) => !batch.isRetry || held.some((row) => row.line === line));
    const found = new Set(rows.map(({ line }) => line));
    if (held.some(({ line }) => !found.has(line))) return err({ kind: "rows_missing" });
    const { drafted, kept, lost } = carriedOver(held, first.value.rows, rows);
    if (lost.length > 0 && !dropsEdits) return err({ kind: "edits_lost", count: lost.length });
    const { format, trailers } = read.value;
    const ofAll = batch.isRetry ? [] : trailers;
    const trailersAccepted = isDeepStrictEqual(ofAll, batch.trailers) ? batch.trailersAccepted : null;
    const changed = { encoding, format, mappingId, trailers: ofAll, trailersAccepted, edits: batch.edits + 1 };
    const known = new Set(held.map(({ line }) => line));
    await replaceRows(
      tx,
      batchId,
      drafted.filter(({ line }) => known.has(line)),
    );
    await insertDraft(
      tx,
      ctx,
      batch,
      drafted.filter(({ line }) => !known.has(line)),
    );
    await recheck(tx, ctx, batchId);
    await changeBatch(tx, ctx, batchId, changed);
    const detail = { from: before, encoding, rows: drafted.length, kept, lost };
    await record(tx, ctx, { action: "batch.read_again", subject: batchId, detail });
    return ok(null);
  });
}

async function replaceRows(tx: Tx, batchId: string, rows: DraftedRow[]): Promise<void> {
  await tx.execute(sql`
    update batch_rows set raw = read.raw, fields = read.fields, marks = read.marks, file_problems = read."fileProblems",
      excluded_by = read."excludedBy", excluded_reason = read."excludedReason", accepted = read.accepted
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as read (line int, raw text, fields jsonb, marks jsonb,
      "fileProblems" jsonb, "excludedBy" uuid, "excludedReason" text, accepted jsonb)
    where batch_rows.batch_id = ${batchId} and batch_rows.line = read.line`);
}

/** The rows of the new reading. `kept`: how many have changes of before; `lost`: the lines whose changes they have not. */
function carriedOver(held: BatchRow[], first: ReadRow[], now: ReadRow[]) {
  const originally = new Map(first.map((row) => [row.line, row]));
  const isChanged = ({ line, fields, excludedBy, accepted }: BatchRow) =>
    excludedBy !== null || accepted !== null || !isDeepStrictEqual(fields, originally.get(line)?.fields);
  const before = new Map(held.map((row) => [row.line, row]));
  const kept = new Set<number>();
  const drafted = now.map(({ problems, ...read }): DraftedRow => {
    const row = before.get(read.line);
    const replaces = row?.replaces ?? null;
    if (!row || row.raw !== read.raw || !isChanged(row)) return { ...read, fileProblems: problems, replaces };
    kept.add(row.line);
    const { fields, marks, fileProblems, excludedBy, excludedReason, accepted } = row;
    return { ...read, fields, marks, fileProblems, excludedBy, excludedReason, accepted, replaces };
  });
  const lost = held.filter((row) => isChanged(row) && !kept.has(row.line)).map(({ line }) => line);
  return { drafted, kept: kept.size, lost };
}
