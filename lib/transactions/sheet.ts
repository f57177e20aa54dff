import { stringify } from "csv-stringify/sync";
import { SPREADSHEET } from "@/lib/csv";
import { tokyoCell, zoned } from "@/lib/time";
import type { SheetColumn, Zone } from "./columns";
import type { Standing } from "./place";
import type { Source, Status } from "./state";
import type { Submission } from "./submission";

/** An order as a file tells it. Names and accounts are as the reader may see them. */
export type SheetOrder = {
  createdAt: Date;
  referenceId: string;
  transactionId: string | null;
  type: string;
  playerId: string | null;
  currency: string;
  amount: string;
  fee: string | null;
  netAmount: string | null;
  actualAmount: string | null;
  state: Standing;
  status: Status | null;
  submission: Submission | null;
  contradiction: boolean;
  evidence: Source | null;
  evidenceAt: Date | null;
  updatedAt: Date;
  bankCode: string | null;
  branchCode: string | null;
  account: string | null;
  accountName: string | null;
};

type Choice = { columns: readonly SheetColumn[]; zone: Zone };

const TIMES: readonly SheetColumn[] = ["createdAt", "evidenceAt", "updatedAt"];

/** The first line: what stands below, and by which clock its times are told. */
export const sheetHead = ({ columns, zone }: Choice): string =>
  stringify([columns.map((column) => (TIMES.includes(column) ? zoned(column, zone) : column))], SPREADSHEET);

/** The lines of these orders. Codes and accounts are text: their zeros in front are in the file. */
export const sheetLines = (orders: SheetOrder[], { columns, zone }: Choice): string =>
  stringify(
    orders.map((order) => columns.map((column) => cellOf(wordOf(order, column), zone))),
    { ...SPREADSHEET, bom: false },
  );

/** "withdrawn" beside a withdrawal reads as money that left: its requester took it back. */
const wordOf = (order: SheetOrder, column: SheetColumn) =>
  column === "submission" && order.submission === "withdrawn" ? "taken back" : order[column];

function cellOf(value: SheetOrder[SheetColumn], zone: Zone): string {
  if (value === null) return "";
  if (value instanceof Date) return zone === "UTC" ? utc(value) : tokyoCell(value);
  return typeof value === "boolean" ? (value ? "yes" : "") : value;
}

const utc = (at: Date) => at.toISOString().slice(0, 19).replace("T", " ");
