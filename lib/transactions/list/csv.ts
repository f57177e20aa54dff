import { stringify } from "csv-stringify/sync";
import { SPREADSHEET, textCell } from "@/lib/csv/text-cell";
import { tokyoCell, zoned } from "@/lib/time";
import type { ListStatus } from "@/lib/transactions/status/display-status";
import type { EndedAtSource } from "@/lib/transactions/status/service-times";
import type { Source, Status } from "@/lib/transactions/status/status";
import type { Submission } from "@/lib/transactions/submission/submission";
import { type FileFormat, SHEET_AMOUNTS, SHEET_TIMES, type SheetColumn, type Zone } from "./csv-columns";

/** An order in a file. Names and accounts are masked by role. */
export type SheetOrder = {
  createdAt: Date;
  /** Null if it was created here. */
  firstSeenAt: Date | null;
  paidAt: Date | null;
  paidAtSource: EndedAtSource | null;
  referenceId: string;
  transactionId: string | null;
  type: string;
  playerId: string | null;
  currency: string;
  amount: string;
  fee: string | null;
  netAmount: string | null;
  actualAmount: string | null;
  state: ListStatus;
  status: Status | null;
  submission: Submission | null;
  discrepancy: boolean;
  evidence: Source | null;
  evidenceAt: Date | null;
  updatedAt: Date;
  bankCode: string | null;
  branchCode: string | null;
  account: string | null;
  accountName: string | null;
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
  if (value instanceof Date) return zone === "UTC" ? utc(value) : tokyoCell(value);
  return typeof value === "boolean" ? (value ? "yes" : "") : value;
}

const utc = (at: Date) => at.toISOString().slice(0, 19).replace("T", " ");
