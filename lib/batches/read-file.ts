import { CsvError, parse } from "csv-parse/sync";
import { z } from "zod";
import { err, ok, type Result } from "@/lib/result";
import { BATCH_FIELDS, type BatchField, type RowFields } from "./row";

const BATCH_MAX_BYTES = 2 * 1024 * 1024;
const BATCH_ROWS_MAX = 2_000;

export type FileProblem =
  | { kind: "empty" }
  | { kind: "too_large" }
  | { kind: "too_many_rows" }
  /** An Excel file, an archive: something that is no text. */
  | { kind: "spreadsheet" }
  | { kind: "not_text" }
  | { kind: "quotes"; line: number }
  | { kind: "columns_missing"; columns: string }
  | { kind: "columns_unknown"; columns: string }
  | { kind: "column_count"; line: number };

export type FileEncoding = "UTF-8" | "Shift_JIS";
export type ReadRow = { line: number; raw: string; fields: RowFields };
export type ReadFile = { encoding: FileEncoding; rows: ReadRow[] };

/** Reads a file of payouts. Nothing is guessed: what cannot be read for certain is refused with its line. */
export function readBatchFile(bytes: Uint8Array): Result<ReadFile, FileProblem> {
  if (bytes.byteLength > BATCH_MAX_BYTES) return err({ kind: "too_large" });
  if (startsWith(bytes, "PK") || startsWith(bytes, "\xd0\xcf\x11\xe0")) return err({ kind: "spreadsheet" });
  const decoded = decode(bytes);
  if (decoded === null || decoded.text.includes("\0")) return err({ kind: "not_text" });
  const lines = linesOf(decoded.text);
  if (!lines.ok) return lines;
  const [header, ...rows] = lines.value;
  if (!header || rows.length === 0) return err({ kind: "empty" });
  if (rows.length > BATCH_ROWS_MAX) return err({ kind: "too_many_rows" });

  const names = header.cells.map((cell) => cell.trim());
  const columns = BATCH_FIELDS.map((field) => [field, names.findIndex((name) => isColumn(field, name))] as const);
  const missing = columns.filter(([field, at]) => at < 0 && !OPTIONAL.has(field)).map(([field]) => field);
  if (missing.length > 0) return err({ kind: "columns_missing", columns: missing.join(", ") });
  const unknown = names.filter((name, at) => !columns.some(([, column]) => column === at) || names.indexOf(name) < at);
  if (unknown.length > 0) return err({ kind: "columns_unknown", columns: unknown.join(", ") });
  const uneven = rows.find(({ cells }) => cells.length !== names.length);
  if (uneven) return err({ kind: "column_count", line: uneven.line });

  const at = new Map(columns);
  const cell = (cells: string[], field: BatchField) => cells[at.get(field) ?? -1] ?? "";
  return ok({
    encoding: decoded.encoding,
    rows: rows.map(({ line, raw, cells }) => ({ line, raw, fields: fieldsOf((field) => cell(cells, field)) })),
  });
}

const OPTIONAL: ReadonlySet<BatchField> = new Set(["destinationName", "destinationBranchName", "memo"]);

/** Column names as people write them in Japanese, besides the names of the fields. */
const JAPANESE: Record<BatchField, string> = {
  playerId: "プレイヤーID",
  destination: "金融機関コード",
  destinationName: "金融機関名",
  destinationBranchCode: "支店コード",
  destinationBranchName: "支店名",
  destinationAccountType: "預金種目",
  destinationAccount: "口座番号",
  destinationAccountName: "口座名義",
  amount: "金額",
  currency: "通貨",
  memo: "メモ",
};

const isColumn = (field: BatchField, name: string) =>
  name.normalize("NFKC").toLowerCase() === field.toLowerCase() || name.normalize("NFKC") === JAPANESE[field];

function fieldsOf(cell: (field: BatchField) => string): RowFields {
  return {
    playerId: cell("playerId"),
    destination: cell("destination"),
    destinationName: cell("destinationName"),
    destinationBranchCode: cell("destinationBranchCode"),
    destinationBranchName: cell("destinationBranchName"),
    destinationAccountType: cell("destinationAccountType"),
    destinationAccount: cell("destinationAccount"),
    destinationAccountName: cell("destinationAccountName"),
    amount: cell("amount"),
    currency: cell("currency"),
    memo: cell("memo"),
  };
}

const startsWith = (bytes: Uint8Array, magic: string) =>
  bytes.byteLength >= magic.length && [...magic].every((character, at) => bytes[at] === character.charCodeAt(0));

function decode(bytes: Uint8Array): { text: string; encoding: FileEncoding } | null {
  for (const encoding of ["UTF-8", "Shift_JIS"] as const) {
    try {
      return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), encoding };
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return null;
}

type Line = { line: number; raw: string; cells: string[] };

const parsed = z.array(
  z.object({ record: z.array(z.string()), raw: z.string(), info: z.object({ lines: z.number() }) }),
);

function linesOf(text: string): Result<Line[], FileProblem> {
  try {
    const read = parse(text, {
      ...{ relax_column_count: true, info: true, raw: true, skip_empty_lines: true },
      ...{ record_delimiter: ["\r\n", "\n", "\r"], relax_quotes: false },
    });
    const lines = parsed.parse(read).map(({ record, raw, info }) => ({ line: info.lines, raw, cells: record }));
    return ok(lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== "")));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return err({ kind: "quotes", line: Number(error.lines ?? 1) });
  }
}
