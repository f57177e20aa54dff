import "server-only";
import { asc, eq } from "drizzle-orm";
import { batchRows } from "@/drizzle/schema/batches";
import { transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import type { Download } from "@/lib/exports/download";
import { readGrid } from "@/lib/imports/read-grid";
import { textEncodingOf } from "@/lib/imports/text-encoding";
import { textWorkbook } from "@/lib/imports/xlsx/write-workbook";
import { readZengin } from "@/lib/imports/zengin/read-zengin";
import { writeZengin } from "@/lib/imports/zengin/write-zengin";
import { plainAmount } from "@/lib/money/amount";
import { seesPii } from "@/lib/pii/access";
import { tokyoCell } from "@/lib/time";
import { type Batch, findBatch, keptFile } from "./access";
import { maskedFields } from "./draft-rows";
import { mappingOf } from "./mappings";
import { readBatchFile } from "./read-file";
import {
  cellsWithResults,
  delimitedWithResults,
  type FileResult,
  ownCsv,
  type RowResult,
  resultsCsv,
  zenginOfRows,
  zenginWithResults,
} from "./result-files";
import { retryableLines } from "./retryable";
import { BATCH_FIELDS } from "./row";
import type { ResultsAsked } from "./schema";
import { groupOfRow, OUTCOME } from "./sums";

/**
 * What became of a batch's rows: a CSV, the file that was uploaded with results beside its rows, or the rows that failed
 * and that no retry pays, as a file that can be corrected and uploaded again. Null where there is no such batch.
 */
export async function exportBatchResults(ctx: Ctx, { batchId, kind }: ResultsAsked): Promise<Download<Buffer> | null> {
  requirePermission(ctx, "transactions:export");
  // What was uploaded cannot be masked in its own format.
  if (kind !== "results" && !seesPii(ctx)) throw new Forbidden("only users who see accounts take these files along");
  const batch = await findBatch(ctx, batchId);
  if (!batch) return null;
  const results = await resultsOf(ctx, batch);
  const rows = kind === "failures" ? await stillUnpaid(ctx, batch, results) : results;
  const { extension, body } = await fileOf(ctx, batch, kind, rows);
  const detail = { results: kind, rows: rows.length };
  await ctx.db.transaction((tx) => record(tx, ctx, { action: "batch.results_exported", subject: batchId, detail }));
  return { name: `choba-${ctx.environment}-${kind}-${batchId.slice(0, 8)}.${extension}`, body };
}

/** Without rows that a retry pays: uploaded as a new file, they would be paid twice. */
async function stillUnpaid(ctx: Ctx, batch: Batch, results: RowResult[]): Promise<RowResult[]> {
  const lines = await retryableLines(ctx.db, batch);
  return results.filter(({ line }) => lines.has(line));
}

type Kind = ResultsAsked["kind"];
type File = { extension: "csv" | "txt" | "xlsx"; body: Buffer };

async function fileOf(ctx: Ctx, batch: Batch, kind: Kind, rows: RowResult[]): Promise<File> {
  switch (kind) {
    case "results":
      return { extension: "csv", body: Buffer.from(resultsCsv(rows)) };
    case "original":
      return withResults(ctx, batch, rows);
    case "failures":
      return failedRows(await keptFile(ctx.db, batch), batch, rows);
  }
}

async function withResults({ db }: Ctx, batch: Batch, rows: RowResult[]): Promise<File> {
  const bytes = await keptFile(db, batch);
  const asked = textEncodingOf(batch.encoding);
  const read = await readBatchFile(bytes, { encoding: asked, mapping: (await mappingOf(db, batch))?.mapping });
  if (!read.ok) throw new Error(`a kept file is ${read.error.kind}`);
  const uploaded = new Map(read.value.rows.map(({ line, fields }) => [line, fields]));
  const results = rows.map((row): FileResult => {
    const changed = BATCH_FIELDS.filter((field) => row.fields[field] !== uploaded.get(row.line)?.[field]);
    return { ...row, changed };
  });
  if (batch.format === "zengin") {
    const file = readZengin(bytes, asked);
    if (!file.ok) throw new Error(`a kept file is ${file.error.kind}`);
    return { extension: "txt", body: zenginWithResults(bytes, file.value, results) };
  }
  const grid = await readGrid(bytes, asked);
  if (!grid.ok) throw new Error(`a kept file is ${grid.error.kind}`);
  const uploadedGrid = { grid: grid.value, hasHeader: batch.format !== "gmo" };
  if (asked === undefined)
    return { extension: "xlsx", body: await textWorkbook(cellsWithResults(uploadedGrid, results)) };
  return { extension: "csv", body: delimitedWithResults(bytes, uploadedGrid, asked, results) };
}

function failedRows(bytes: Buffer, { format, encoding }: Batch, rows: RowResult[]): File {
  const own = (): File => ({ extension: "csv", body: Buffer.from(ownCsv(rows.map(({ fields }) => fields))) });
  if (format !== "zengin" || rows.length === 0) return own();
  const file = readZengin(bytes, textEncodingOf(encoding));
  const failed = file.ok ? zenginOfRows(file.value, rows) : null;
  return failed === null ? own() : { extension: "txt", body: Buffer.from(writeZengin(failed)) };
}

async function resultsOf(ctx: Ctx, batch: Batch): Promise<RowResult[]> {
  const found = await ctx.db
    .select({ row: batchRows, order: transactions, ...OUTCOME })
    .from(batchRows)
    .leftJoin(transactions, eq(transactions.id, batchRows.transactionRow))
    .where(eq(batchRows.batchId, batch.id))
    .orderBy(asc(batchRows.line));
  const sees = seesPii(ctx);
  return found.map(
    ({ row: { line, fields, referenceId, replacedBy, excludedBy }, order, ...outcome }): RowResult => ({
      ...{ line, fields: sees ? fields : maskedFields(fields) },
      group: excludedBy !== null ? "excluded" : replacedBy !== null ? "replaced" : groupOfRow(outcome, batch.state),
      // The rows of the next upload of a discarded file have the same.
      referenceId: order?.referenceId ?? replacedBy ?? (batch.state === "discarded" ? "" : referenceId),
      transactionId: order?.transactionId ?? "",
      status: order?.status ?? order?.submission ?? "",
      source: order?.statusSource ?? "",
      statusAt: order?.statusAt ? tokyoCell(order.statusAt) : "",
      fee: order?.fee ?? "",
      orderAmount: order ? plainAmount(order.amount) : "",
    }),
  );
}
