import type { Grid, GridRow } from "@/lib/imports/grid";
import { fullWidthName } from "@/lib/japan/zengin";
import type { ColumnMapping } from "./column-mapping";
import { delimitedRows, type ReadRow } from "./delimited-rows";
import { customerCode } from "./zengin-rows";

/*
 * The CSV that GMO Aozora Net Bank takes for 総合振込, without a header: bank, branch, type, account, name, amount, EDI
 * text or customer code, and `Y` where the one before is EDI text.
 */

const COLUMNS = 8;
const POSITIONS: ColumnMapping = {
  destination: { column: 0 },
  destinationBranchCode: { column: 1 },
  destinationAccountType: { column: 2 },
  destinationAccount: { column: 3 },
  destinationAccountName: { column: 4 },
  amount: { column: 5 },
  playerId: { column: 6 },
  currency: { text: "JPY" },
};
const SHAPE = [/^\d{1,4}$/, /^\d{1,3}$/, /^[1249]$/, /^\d{1,8}$/, /\S/, /^\d{1,10}$/];

const isPositional = ({ cells }: GridRow) =>
  cells.length === COLUMNS && SHAPE.every((shape, at) => shape.test(cells[at]?.trim() ?? ""));

/** Columns have names; a code, a number or an amount is of a payout. */
const VALUE = /^[¥\\$]?-?\d[\d,.-]*円?$/;

/** Whether a first row is a payout and no header: taken for one, it would not be paid. */
export const isData = ({ cells }: GridRow) => cells.some((cell) => VALUE.test(cell.normalize("NFKC").trim()));

/** Whether the rows are these, by the first or by most: they have no header to tell by. */
export function looksPositional({ rows }: Pick<Grid, "rows">): boolean {
  const [first] = rows;
  if (first === undefined) return false;
  return isPositional(first) || (isData(first) && rows.filter(isPositional).length * 2 > rows.length);
}

export function positionalRows(grid: Pick<Grid, "rows" | "encoding">): ReadRow[] {
  return delimitedRows(grid, COLUMNS, POSITIONS).map((row, at) => {
    if (row.problems.line !== undefined) return row;
    const mark = grid.rows[at]?.cells[COLUMNS - 1] ?? "";
    const code = customerCode(row.fields.playerId);
    const isEdi = mark === "Y";
    // An empty mark may be one that was cut off: whether a code or a text stands before it is not certain.
    const isMark = isEdi || mark === " " || (mark === "" && code === "");
    if (!isMark) return { ...row, problems: { ...row.problems, line: "recordShifted" } };
    const name = fullWidthName(row.fields.destinationAccountName);
    const fields = { ...row.fields, destinationAccountName: name, playerId: isEdi ? "" : code };
    const converted = isEdi || code === "" ? row.marks.converted : [...row.marks.converted, "playerId" as const];
    return {
      ...row,
      fields: { ...fields, memo: isEdi ? code : "", amount: fields.amount.replace(/^0+(?=\d)/, "") },
      marks: { ...row.marks, converted },
    };
  });
}
