import type { FieldProblem } from "@/lib/fields";
import { type Grid, type GridRow, isBlank } from "@/lib/imports/grid";
import { withoutHalfWidthKana } from "@/lib/japan/zengin";
import type { ColumnMapping } from "./column-mapping";
import { BATCH_FIELDS, type FileProblems, NO_MARKS, type RowFields, type RowMarks } from "./row";

export type ReadRow = { line: number; raw: string; fields: RowFields; marks: RowMarks; problems: FileProblems };

/** Zengin codes and the number of their digits. A spreadsheet takes the zeros in front for nothing. */
const DIGITS = { destination: 4, destinationBranchCode: 3, destinationAccount: 7 } as const;

/** The rows of a delimited file by a mapping. `columns`: how many cells each must have. */
export function delimitedRows({ rows, encoding }: Rows, columns: number, mapping: ColumnMapping): ReadRow[] {
  // A workbook leaves out empty cells at the end of a row; in a text each has its delimiter.
  const hasColumns = (cells: string[]) =>
    cells.length === columns || (encoding === "XLSX" && isBlank(cells.slice(columns)));
  return rows.map((row) => delimitedRow(row, row.problem ?? (hasColumns(row.cells) ? null : "columnCount"), mapping));
}

type Rows = Pick<Grid, "rows" | "encoding">;

function delimitedRow({ line, raw, cells, cellProblems }: GridRow, wrong: FieldProblem | null, mapping: ColumnMapping) {
  // Which cell is which is not certain in such a row: a person reads it beside its text.
  const isReadable = wrong === null || wrong === "hiddenRow";
  const read = isReadable ? valuesOf(cells, cellProblems, mapping) : { fields: blankFields(), problems: {} };
  const { fields, marks } = isReadable ? restored(read.fields) : { fields: read.fields, marks: NO_MARKS };
  return { line, raw, fields, marks, problems: { ...read.problems, ...(wrong && { line: wrong }) } };
}

function valuesOf(cells: string[], cellProblems: GridRow["cellProblems"], mapping: ColumnMapping) {
  const fields = blankFields();
  const problems: FileProblems = {};
  for (const field of BATCH_FIELDS) {
    const source = mapping[field];
    if (source === undefined) continue;
    fields[field] = "text" in source ? source.text : (cells[source.column] ?? "");
    const problem = "column" in source ? cellProblems[source.column] : undefined;
    if (problem) problems[field] = problem;
  }
  return { fields, problems };
}

export const blankFields = () => Object.fromEntries(BATCH_FIELDS.map((field) => [field, ""])) as RowFields;

/** Puts zeros back in front of codes and half-width kana into full width, and says where. */
function restored(fields: RowFields): { fields: RowFields; marks: RowMarks } {
  const now = { ...fields };
  const marks: RowMarks = { restored: [], converted: [] };
  if (fields.currency.normalize("NFKC").trim() !== "JPY") return { fields: now, marks };
  for (const [field, length] of Object.entries(DIGITS) as [keyof typeof DIGITS, number][]) {
    const code = fields[field].normalize("NFKC").trim();
    if (!/^\d+$/.test(code) || code.length >= length) continue;
    now[field] = code.padStart(length, "0");
    marks.restored.push(field);
  }
  const name = withoutHalfWidthKana(fields.destinationAccountName);
  if (name !== fields.destinationAccountName) {
    now.destinationAccountName = name;
    marks.converted.push("destinationAccountName");
  }
  return { fields: now, marks };
}
