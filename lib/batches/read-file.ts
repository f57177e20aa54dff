import { unescapedFormula } from "@/lib/csv/text-cell";
import type { Grid, GridRow } from "@/lib/imports/grid";
import { type GridProblem, readGrid, tooLarge, tooManyRows } from "@/lib/imports/read-grid";
import type { TextEncoding } from "@/lib/imports/text-encoding";
import { looksLikeZengin, readZengin, type ZenginProblem } from "@/lib/imports/zengin/read-zengin";
import { err, ok, type Result } from "@/lib/result";
import { type ColumnMapping, unmappedFields } from "./column-mapping";
import { delimitedRows, type ReadRow } from "./delimited-rows";
import { ownColumns } from "./own-columns";
import { isData, looksPositional, positionalRows } from "./positional-rows";
import { type Trailer, zenginTrailers } from "./trailers";
import { zenginRows } from "./zengin-rows";

export type BatchFormat = "own" | "zengin" | "gmo" | "mapped";

/** A header that is not ours: a person may say which of its columns are which fields. */
type OtherHeader =
  | { kind: "columns_missing"; columns: string; header: string[] }
  | { kind: "columns_unknown"; columns: string; header: string[] };
/** A payout where the header should be. */
type NoHeader = { kind: "no_header"; line: number };
export type FileProblem = GridProblem | ZenginProblem | OtherHeader | NoHeader;

/** `trailers`: none where the format has none. */
export type ReadFile = { encoding: Grid["encoding"]; format: BatchFormat; rows: ReadRow[]; trailers: Trailer[] };

/** `encoding`: as a person said, where the bytes may be read in several. `mapping`: for a header that is not ours. */
export type ReadOptions = { encoding?: TextEncoding | undefined; mapping?: ColumnMapping | undefined };

/** Reads a file of payouts. Nothing is guessed: what cannot be read for certain is refused with its line. */
export async function readBatchFile(
  bytes: Uint8Array,
  { encoding, mapping }: ReadOptions = {},
): Promise<Result<ReadFile, FileProblem>> {
  const large = tooLarge(bytes);
  if (large) return err(large);
  if (looksLikeZengin(bytes, encoding)) {
    const file = readZengin(bytes, encoding);
    if (!file.ok) return file;
    const [rows, trailers] = [zenginRows(file.value), zenginTrailers(file.value)];
    return ok({ encoding: file.value.encoding, format: "zengin", rows, trailers });
  }
  const grid = await readGrid(bytes, encoding);
  if (!grid.ok) return grid;
  const rows = rowsOf(grid.value, mapping);
  return rows.ok ? ok({ encoding: grid.value.encoding, trailers: [], ...rows.value }) : rows;
}

function rowsOf(
  grid: Grid,
  mapping: ColumnMapping | undefined,
): Result<Pick<ReadFile, "format" | "rows">, FileProblem> {
  if (looksPositional(grid)) {
    const many = tooManyRows(grid.rows.length);
    return many ? err(many) : ok({ format: "gmo", rows: positionalRows(grid) });
  }
  const { encoding } = grid;
  const [first, ...rows] = grid.rows;
  const header = first?.cells.map((cell) => cell.trim()) ?? [];
  if (first && isData(first)) return err({ kind: "no_header", line: first.line });
  if (rows.length === 0) return err({ kind: "empty" });
  const { columns, missing, unknown } = ownColumns(header);
  const isOwn = missing.length === 0 && unknown.length === 0;
  if (isOwn) {
    const own = Object.fromEntries([...columns].map(([field, column]) => [field, { column }]));
    return ok({ format: "own", rows: delimitedRows({ rows: unescaped(rows), encoding }, header.length, own) });
  }
  if (mapping && unmappedFields(mapping).length === 0) {
    return ok({ format: "mapped", rows: delimitedRows({ rows, encoding }, header.length, mapping) });
  }
  return missing.length > 0
    ? err({ kind: "columns_missing", columns: missing.join(", "), header })
    : err({ kind: "columns_unknown", columns: unknown.join(", "), header });
}

/** As `ownCsv` writes them: an apostrophe before a text that a spreadsheet would take for a formula is not of the text. */
const unescaped = (rows: GridRow[]) => rows.map((row) => ({ ...row, cells: row.cells.map(unescapedFormula) }));
