import "server-only";
import { createHash } from "node:crypto";
import { and, eq, isNull, sql, sum } from "drizzle-orm";
import { ledgerFileParts, ledgerFiles } from "@/drizzle/schema/reconciliation";
import { type Ctx, Forbidden, requirePermission, userIdOf } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { mappingFor } from "@/lib/imports/column-mappings";
import { FILE_MAX_BYTES, type GridRow } from "@/lib/imports/grid";
import { isCompoundFile, isWorkbook, readGrid } from "@/lib/imports/read-grid";
import { encodingDetector, streamedRows } from "@/lib/imports/streamed-text";
import { type TextEncoding, textEncodingOf } from "@/lib/imports/text-encoding";
import { seesLedgers } from "@/lib/pii/access";
import { err, ok, type Result } from "@/lib/result";
import { dayCounter } from "./ledger-day-counter";
import type { LedgerDays } from "./ledger-days";
import { guessMapping } from "./ledger-mapping";
import {
  LEDGER_MAX_BYTES,
  type LedgerFileProblem,
  type LedgerFileView,
  type PartAsked,
  type PartProblem,
} from "./schema";

const SAMPLE_ROWS = 3;
const DAYS_LINES = 50_000;

/** Keeps one part of a ledger. The same part again changes nothing, so that an interrupted upload goes on. */
export async function addLedgerPart(
  ctx: Ctx,
  { fileId, name, part, bytes }: PartAsked & { bytes: Uint8Array },
): Promise<Result<{ part: number }, PartProblem>> {
  requirePermission(ctx, "reconciliation:change");
  const uploadedBy = userIdOf(ctx);
  const { environment } = ctx;
  return ctx.db.transaction(async (tx) => {
    await tx
      .insert(ledgerFiles)
      .values({ id: fileId, environment, name, uploadedBy, uploadedAt: ctx.now() })
      .onConflictDoNothing();
    const [file] = await tx.select().from(ledgerFiles).where(eq(ledgerFiles.id, fileId)).for("update");
    if (file?.environment !== environment || file.uploadedBy !== uploadedBy) throw new Forbidden("another's ledger");
    if (file.sha256 !== null) return err({ kind: "complete_already" });
    const parts = eq(ledgerFileParts.fileId, fileId);
    const [held] = await tx
      .select({ bytes: sum(sql`octet_length(${ledgerFileParts.content})`).mapWith(Number) })
      .from(ledgerFileParts)
      .where(parts);
    const size = (held?.bytes ?? 0) + bytes.byteLength;
    if (size > LEDGER_MAX_BYTES) return err({ kind: "too_large", bytes: size, most: LEDGER_MAX_BYTES });
    await tx
      .insert(ledgerFileParts)
      .values({ fileId, part, content: Buffer.from(bytes) })
      .onConflictDoNothing();
    return ok({ part });
  });
}

/** Ends an upload: what the file is, and how it can be read. */
export async function completeLedger(
  ctx: Ctx,
  { fileId, encoding }: { fileId: string; encoding?: string | undefined },
): Promise<Result<LedgerFileView, LedgerFileProblem>> {
  requirePermission(ctx, "reconciliation:change");
  const mine = and(eq(ledgerFiles.id, fileId), eq(ledgerFiles.environment, ctx.environment));
  const [file] = await ctx.db.select().from(ledgerFiles).where(mine);
  if (!file) return err({ kind: "no_file" });
  const read = await inspect(ctx.db, fileId, textEncodingOf(encoding ?? null));
  if (!read.ok) return read;
  const { bytes, sha256 } = read.value;
  const found = read.value.encoding;
  await ctx.db
    .update(ledgerFiles)
    .set({ sha256, bytes, encoding: found })
    .where(and(mine, isNull(ledgerFiles.sha256)));
  const known = await contentOf(ctx.db, fileId, found);
  if (!known.ok) return known;
  const { header, first, isEmpty, days } = known.value;
  const rows = first.map(({ cells }) => cells);
  const saved = await mappingFor(ctx.db, "ledger", ctx, header);
  return ok({
    ...{ fileId, name: file.name, bytes, encoding: found, header, isEmpty },
    sample: seesLedgers(ctx) ? rows : [],
    days,
    mapping: saved?.mapping ?? guessMapping(header, rows),
    saved: saved?.version ?? null,
  });
}

type Inspected = { sha256: string; bytes: number; encoding: TextEncoding | "XLSX" };

async function inspect(
  db: Db,
  fileId: string,
  asked: TextEncoding | undefined,
): Promise<Result<Inspected, LedgerFileProblem>> {
  const hash = createHash("sha256");
  const detector = encodingDetector(asked);
  let bytes = 0;
  let kind: "text" | "workbook" = "text";
  for await (const piece of ledgerPieces(db, fileId)) {
    if (bytes === 0 && isCompoundFile(piece)) return err({ kind: "spreadsheet" });
    if (bytes === 0 && isWorkbook(piece)) kind = "workbook";
    hash.update(piece);
    bytes += piece.byteLength;
    if (kind === "text") detector.add(piece);
  }
  if (bytes === 0) return err({ kind: "empty" });
  const sha256 = hash.digest("hex");
  if (kind === "workbook") {
    if (bytes > FILE_MAX_BYTES) return err({ kind: "too_large", bytes, most: FILE_MAX_BYTES });
    return ok({ sha256, bytes, encoding: "XLSX" });
  }
  const encoding = detector.end();
  return encoding.ok ? ok({ sha256, bytes, encoding: encoding.value }) : encoding;
}

type Content = { header: string[]; first: GridRow[]; isEmpty: boolean; days: LedgerDays };

/** The header, the first rows, and the days of so many lines that a large file does not keep other requests waiting. */
async function contentOf(db: Db, fileId: string, encoding: string): Promise<Result<Content, LedgerFileProblem>> {
  let begun: { header: string[]; first: GridRow[]; counter: ReturnType<typeof dayCounter> } | null = null;
  let isEmpty = true;
  for await (const rows of ledgerFileRows(db, fileId, encoding)) {
    if (rows === null) return err({ kind: "spreadsheet" });
    const [top, ...below] = rows;
    if (!top) continue;
    isEmpty &&= !begun && below.length === 0;
    if (begun) begun.counter.add(rows);
    else {
      const first = below.slice(0, SAMPLE_ROWS);
      begun = { header: top.cells, first, counter: dayCounter(first) };
      begun.counter.add(below);
    }
    if ((rows.at(-1)?.line ?? 0) >= DAYS_LINES) break;
  }
  if (!begun) return err({ kind: "empty" });
  const { header, first, counter } = begun;
  return ok({ header, first, isEmpty, days: counter.days() });
}

/**
 * The rows of a ledger block by block, its header first; null where a workbook cannot be read. `stored`: the encoding that
 * was found when it was uploaded.
 */
export async function* ledgerFileRows(
  db: Db | Tx,
  fileId: string,
  stored: string,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<GridRow[] | null> {
  const pieces = ledgerPieces(db, fileId, onBytes);
  if (stored !== "XLSX") {
    const encoding = textEncodingOf(stored);
    if (encoding === undefined) throw new Error(`an encoding that is not read: ${stored}`);
    return yield* streamedRows(pieces, encoding);
  }
  const grid = await readGrid(new Uint8Array(Buffer.concat(await Array.fromAsync(pieces))));
  yield grid.ok ? grid.value.rows : null;
}

/** Part after part, so that no more than one of them is held. */
async function* ledgerPieces(
  db: Db | Tx,
  fileId: string,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for (let part = 0; ; part += 1) {
    const [found] = await db
      .select({ content: ledgerFileParts.content })
      .from(ledgerFileParts)
      .where(and(eq(ledgerFileParts.fileId, fileId), eq(ledgerFileParts.part, part)));
    if (!found) return;
    onBytes?.(found.content.byteLength);
    yield found.content;
  }
}
