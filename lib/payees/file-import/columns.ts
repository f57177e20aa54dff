import type { Grid, GridRow } from "@/lib/imports/grid";
import { err, ok, type Result } from "@/lib/result";

export const PAYEE_COLUMNS = [
  "playerId",
  "label",
  "currency",
  "destination",
  "destinationName",
  "destinationBranchCode",
  "destinationBranchName",
  "destinationAccountType",
  "destinationAccount",
  "destinationAccountName",
] as const;
export type PayeeColumn = (typeof PAYEE_COLUMNS)[number];
export type PayeeFields = Record<PayeeColumn, string>;

/** A file without these names no account; the others may be left out. */
const NEEDED: readonly PayeeColumn[] = ["destination", "destinationAccount", "destinationAccountName"];

/** Column names as people write them in Japanese, besides the names of the fields. */
export const JAPANESE_COLUMNS: Record<PayeeColumn, string> = {
  playerId: "プレイヤーID",
  label: "表示名",
  currency: "通貨",
  destination: "金融機関コード",
  destinationName: "金融機関名",
  destinationBranchCode: "支店コード",
  destinationBranchName: "支店名",
  destinationAccountType: "預金種目",
  destinationAccount: "口座番号",
  destinationAccountName: "口座名義",
};

export type ColumnProblem = { kind: "columns_missing" | "columns_unknown"; columns: string };

/** `isUnclear`: a cell of the row has no certain value, as a spreadsheet has changed it. */
export type PayeeLine = { line: number; fields: PayeeFields; isUnclear: boolean };

const folded = (name: string) => name.normalize("NFKC").trim().toLowerCase();
const isColumn = (column: PayeeColumn, name: string) =>
  [column, JAPANESE_COLUMNS[column]].some((one) => folded(one) === folded(name));

/** The rows of a file of payees, by the names in its first row. A column that we do not know is not passed over. */
export function payeeLines({ rows }: Grid): Result<PayeeLine[], ColumnProblem> {
  const [header, ...lines] = rows;
  const names = header?.cells ?? [];
  const at = new Map(PAYEE_COLUMNS.map((column) => [column, names.findIndex((name) => isColumn(column, name))]));
  const missing = NEEDED.filter((column) => (at.get(column) ?? -1) < 0);
  if (missing.length > 0) return err({ kind: "columns_missing", columns: missing.join(", ") });
  const unknown = names.filter((name) => name.trim() !== "" && !PAYEE_COLUMNS.some((column) => isColumn(column, name)));
  if (unknown.length > 0) return err({ kind: "columns_unknown", columns: unknown.join(", ") });
  return ok(lines.map((row) => lineOf(row, (column) => row.cells[at.get(column) ?? -1] ?? "", names.length)));
}

function lineOf(row: GridRow, cell: (column: PayeeColumn) => string, width: number): PayeeLine {
  const isUnclear = row.problem !== null || Object.keys(row.cellProblems).length > 0 || row.cells.length > width;
  const fields = Object.fromEntries(PAYEE_COLUMNS.map((column) => [column, cell(column)])) as PayeeFields;
  return { line: row.line, fields: { ...fields, currency: fields.currency || "JPY" }, isUnclear };
}
