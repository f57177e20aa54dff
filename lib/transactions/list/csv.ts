import { type Cell, csvPieces } from "@/lib/csv/file";
import { tokyoCell, zoned } from "@/lib/time";
import type { Submission } from "@/lib/transactions/submission/submission";
import { type FileFormat, SHEET_AMOUNTS, SHEET_TIMES, type SheetColumn, type Zone } from "./csv-columns";

/** An order in a file; times are seconds since 1970. Names and accounts are masked by role. */
export type SheetOrder = Record<Exclude<SheetColumn, "submission">, string | number | boolean | null> & {
  submission: Submission | null;
};

type Choice = { columns: readonly SheetColumn[]; zone: Zone; format: FileFormat };

/** The header row, with the time zone of the times, and the rows. Codes and accounts can be text: leading zeros stay. */
export function sheet({ columns, zone, format }: Choice, batches: AsyncIterable<SheetOrder[]>): AsyncGenerator<string> {
  const head = columns.map((column) => (SHEET_TIMES.includes(column) ? zoned(column, zone) : column));
  const isText = (column: SheetColumn) =>
    format === "csv_text" && !SHEET_TIMES.includes(column) && !SHEET_AMOUNTS.includes(column);
  const cells = (order: SheetOrder) =>
    columns.map((column): Cell => {
      const text = textOf(wordOf(order, column), zone);
      return isText(column) ? { text } : text;
    });
  async function* rows() {
    for await (const orders of batches) yield orders.map(cells);
  }
  return format === "xlsx" ? jsonLines(head, rows()) : csvPieces(head, rows());
}

/** The rows for the browser's workbook. Not CSV, so formulas need no escape. */
async function* jsonLines(head: string[], batches: AsyncIterable<Cell[][]>) {
  const line = (cells: Cell[]) => `${JSON.stringify(cells)}\n`;
  yield line(head);
  for await (const rows of batches) yield rows.map(line).join("");
}

/** "withdrawn" would read as money that left; the requester cancelled it. */
const wordOf = (order: SheetOrder, column: SheetColumn) =>
  column === "submission" && order.submission === "withdrawn" ? "taken back" : order[column];

function textOf(value: SheetOrder[SheetColumn], zone: Zone): string {
  if (value === null) return "";
  if (typeof value === "number") return timeCell(new Date(value * 1000), zone);
  return typeof value === "boolean" ? (value ? "yes" : "") : value;
}

const timeCell = (at: Date, zone: Zone) =>
  zone === "UTC" ? at.toISOString().slice(0, 19).replace("T", " ") : tokyoCell(at);
