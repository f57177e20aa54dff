import type { Environment } from "@/lib/environment";
import { tokyoDay } from "@/lib/time";
import { type OrderFilter, withDays } from "./filter";

/** Columns of an export, in the API's words. Separate from the writer, as the browser offers them. */
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

/** Columns that a workbook stores as times or numbers; "text cells" leaves them unchanged. */
export const SHEET_TIMES: readonly SheetColumn[] = ["createdAt", "firstSeenAt", "paidAt", "evidenceAt", "updatedAt"];
export const SHEET_AMOUNTS: readonly SheetColumn[] = ["amount", "fee", "netAmount", "actualAmount"];

/** Parties are left out by default; some roles see them masked. */
const PARTIES: readonly SheetColumn[] = ["bankCode", "branchCode", "account", "accountName"];

export const USUAL_SHEET: readonly SheetColumn[] = SHEET_COLUMNS.filter((column) => !PARTIES.includes(column));

/** Time zones of a file, named in its header. */
export const ZONES = ["Asia/Tokyo", "UTC"] as const;
export type Zone = (typeof ZONES)[number];

/** `csv text`: text cells that Excel does not convert, so that `0005` stays `0005`. */
export const FILE_FORMATS = ["csv", "csv_text", "xlsx"] as const;
export type FileFormat = (typeof FILE_FORMATS)[number];

/** With the filter's days, or the day of the download: `choba-live-transactions-2026-11-01_2026-11-20.csv`. */
export function orderFileName(
  environment: Environment,
  { list, ...given }: Pick<OrderFilter, "list" | "from" | "to">,
  format: FileFormat,
  now: Date,
) {
  const { from, to } = withDays(given, now);
  const days = [from, to ?? tokyoDay(now)].filter((day) => day !== undefined);
  return `choba-${environment}-${list}-${days.join("_")}.${format === "xlsx" ? "xlsx" : "csv"}`;
}

/** A workbook is built in the requester's browser, which takes some seconds. */
export const WORKBOOK_ROWS_MAX = 20_000;

/** The limit of an Excel sheet, less the header. More rows are refused, never cut. */
export const SHEET_ROWS_MAX = 1_048_575;
