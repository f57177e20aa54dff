import { stringify } from "csv-stringify/sync";
import { SPREADSHEET, textCell } from "@/lib/csv/text-cell";
import { tokyoCell, zoned } from "@/lib/time";
import type { Submission } from "@/lib/transactions/submission/submission";
import { type FileFormat, SHEET_AMOUNTS, SHEET_TIMES, type SheetColumn, type Zone } from "./csv-columns";

/** An order in a file; times are seconds since 1970. Names and accounts are masked by role. */
export type SheetOrder = Record<Exclude<SheetColumn, "submission">, string | number | boolean | null> & {
  submission: Submission | null;
};

type Choice = { columns: readonly SheetColumn[]; zone: Zone; format: FileFormat };

/** The header row, with the time zone of the times. */
export function sheetHead({ columns, zone, format }: Choice): string {
  const head = columns.map((column) => (SHEET_TIMES.includes(column) ? zoned(column, zone) : column));
  return format === "xlsx" ? jsonLine(head) : stringify([head], SPREADSHEET);
}

/** The rows of these orders. Codes and accounts are text, so that leading zeros stay. */
export function sheetLines(orders: SheetOrder[], { columns, zone, format }: Choice): string {
  const rows = orders.map((order) => columns.map((column) => cellOf(wordOf(order, column), zone)));
  if (format === "xlsx") return rows.map(jsonLine).join("");
  if (format === "csv") return stringify(rows, { ...SPREADSHEET, bom: false });
  const isText = columns.map((column) => !SHEET_TIMES.includes(column) && !SHEET_AMOUNTS.includes(column));
  const texts = rows.map((row) => row.map((cell, at) => (isText[at] ? textCell(cell) : cell)));
  return stringify(texts, { ...SPREADSHEET, bom: false, escape_formulas: false });
}

/** A row for the browser's workbook. Not CSV, so formulas need no escape. */
const jsonLine = (cells: string[]) => `${JSON.stringify(cells)}\n`;

/** "withdrawn" would read as money that left; the requester cancelled it. */
const wordOf = (order: SheetOrder, column: SheetColumn) =>
  column === "submission" && order.submission === "withdrawn" ? "taken back" : order[column];

function cellOf(value: SheetOrder[SheetColumn], zone: Zone): string {
  if (value === null) return "";
  if (typeof value === "number") return timeCell(new Date(value * 1000), zone);
  return typeof value === "boolean" ? (value ? "yes" : "") : value;
}

const timeCell = (at: Date, zone: Zone) =>
  zone === "UTC" ? at.toISOString().slice(0, 19).replace("T", " ") : tokyoCell(at);
