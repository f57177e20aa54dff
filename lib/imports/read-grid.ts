import { err, ok, type Result } from "@/lib/result";
import { csvLines, delimiterOf } from "./csv";
import { FILE_MAX_BYTES, FILE_MAX_ROWS, type Grid } from "./grid";
import { textLines } from "./lines";
import { type DecodingProblem, decode, type TextEncoding } from "./text-encoding";
import { readWorkbook, type WorkbookProblem } from "./xlsx/read-workbook";

export type GridProblem =
  | DecodingProblem
  | WorkbookProblem
  | { kind: "empty" }
  | { kind: "too_large"; bytes: number; most: number }
  | { kind: "too_many_rows"; rows: number; most: number }
  /** A workbook before 2007, or one under a password. */
  | { kind: "spreadsheet" }
  /** Quotation marks on more lines than can be left to a person. */
  | { kind: "quotes"; line: number };

const begins = (bytes: Uint8Array, magic: number[]) => magic.every((byte, at) => bytes[at] === byte);
export const isWorkbook = (bytes: Uint8Array) => begins(bytes, [0x50, 0x4b, 0x03, 0x04]);
/** As a workbook before 2007 is, or one under a password. */
export const isCompoundFile = (bytes: Uint8Array) => begins(bytes, [0xd0, 0xcf, 0x11, 0xe0]);

export function tooLarge({ byteLength }: Uint8Array): { kind: "too_large"; bytes: number; most: number } | null {
  return byteLength > FILE_MAX_BYTES ? { kind: "too_large", bytes: byteLength, most: FILE_MAX_BYTES } : null;
}

export function tooManyRows(rows: number): { kind: "too_many_rows"; rows: number; most: number } | null {
  return rows > FILE_MAX_ROWS ? { kind: "too_many_rows", rows, most: FILE_MAX_ROWS } : null;
}

/** Reads a CSV or a workbook as rows of cells. One row more than the limit is its header. */
export async function readGrid(bytes: Uint8Array, asked?: TextEncoding): Promise<Result<Grid, GridProblem>> {
  const large = tooLarge(bytes);
  if (large) return err(large);
  if (isCompoundFile(bytes)) return err({ kind: "spreadsheet" });
  if (isWorkbook(bytes)) {
    const rows = await readWorkbook(bytes);
    return rows.ok ? checked({ encoding: "XLSX", delimiter: "\t", rows: rows.value }) : rows;
  }
  const decoded = decode(bytes, asked);
  if (!decoded.ok) return decoded;
  const { text, encoding } = decoded.value;
  const delimiter = delimiterOf(text);
  const rows = csvLines(textLines(text), delimiter);
  return rows.ok ? checked({ encoding, delimiter, rows: rows.value }) : rows;
}

function checked(grid: Grid): Result<Grid, GridProblem> {
  if (grid.rows.length === 0) return err({ kind: "empty" });
  const many = tooManyRows(grid.rows.length - 1);
  return many ? err(many) : ok(grid);
}
