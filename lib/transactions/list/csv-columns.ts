import type { Environment } from "@/lib/environment";
import { tokyoDay } from "@/lib/time";
import type { OrderFilter } from "./filter";

/** What a file of orders can hold of each, in the API's words. Apart from what writes it: the browser offers them. */
export const SHEET_COLUMNS = [
  "createdAt",
  "referenceId",
  "transactionId",
  "type",
  "playerId",
  "currency",
  "amount",
  "fee",
  "netAmount",
  "actualAmount",
  "state",
  "status",
  "submission",
  "discrepancy",
  "evidence",
  "evidenceAt",
  "updatedAt",
  "firstSeenAt",
  "paidAt",
  "paidAtSource",
  "bankCode",
  "branchCode",
  "account",
  "accountName",
] as const;
export type SheetColumn = (typeof SHEET_COLUMNS)[number];

/** What is no text: a workbook holds times and numbers as such, and a file of text cells leaves them alone. */
export const SHEET_TIMES: readonly SheetColumn[] = ["createdAt", "firstSeenAt", "paidAt", "evidenceAt", "updatedAt"];
export const SHEET_AMOUNTS: readonly SheetColumn[] = ["amount", "fee", "netAmount", "actualAmount"];

/** Who pays or is paid is left out unless it is asked for; some roles see it masked. */
const PARTIES: readonly SheetColumn[] = ["bankCode", "branchCode", "account", "accountName"];

export const USUAL_SHEET: readonly SheetColumn[] = SHEET_COLUMNS.filter((column) => !PARTIES.includes(column));

/** In which the times of a file are written; its header names it. */
export const ZONES = ["Asia/Tokyo", "UTC"] as const;
export type Zone = (typeof ZONES)[number];

/** `csv text`: every text as a cell that Excel leaves as it is, so that `0005` stays `0005`. */
export const FILE_FORMATS = ["csv", "csv_text", "xlsx"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** With the days of the filter, or that of the download: `choba-live-transactions-2026-11-01_2026-11-20.csv`. */
export function orderFileName(
  environment: Environment,
  { list, from, to }: Pick<OrderFilter, "list" | "from" | "to">,
  format: FileFormat,
  now: Date,
) {
  const days = [from, to ?? tokyoDay(now)].filter((day) => day !== undefined);
  return `choba-${environment}-${list}-${days.join("_")}.${format === "xlsx" ? "xlsx" : "csv"}`;
}

/** A workbook is built as a whole in the requester's browser, which takes some seconds. */
export const WORKBOOK_ROWS_MAX = 20_000;

/** With its header this is all that a sheet of Excel can hold. What is more is refused, never cut. */
export const SHEET_ROWS_MAX = 1_048_575;
