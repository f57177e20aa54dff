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
  "contradiction",
  "evidence",
  "evidenceAt",
  "updatedAt",
  "bankCode",
  "branchCode",
  "account",
  "accountName",
] as const;
export type SheetColumn = (typeof SHEET_COLUMNS)[number];

/** Who pays or is paid is left out unless it is asked for; some roles see it masked. */
const PARTIES: readonly SheetColumn[] = ["bankCode", "branchCode", "account", "accountName"];

export const USUAL_SHEET: readonly SheetColumn[] = SHEET_COLUMNS.filter((column) => !PARTIES.includes(column));

/** In which the times of a file are written; its header names it. */
export const ZONES = ["Asia/Tokyo", "UTC"] as const;
export type Zone = (typeof ZONES)[number];

/** With its header this is all that a sheet of Excel can hold. What is more is refused, never cut. */
export const SHEET_ROWS_MAX = 1_048_575;
