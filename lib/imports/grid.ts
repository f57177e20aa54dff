import type { TextEncoding } from "./text-encoding";

/** What a file may hold. Over that it is refused with the figures, never cut. */
export const FILE_MAX_BYTES = 10 * 1024 * 1024;
export const FILE_MAX_ROWS = 10_000;

/** Why a row of a file cannot be read. The rest of the file can. */
export type RowProblem =
  /** A quotation mark stands where none can be, or does not close on its line. */
  | "quotes"
  /** One quoted cell goes over several lines. */
  | "lineBreak"
  /** A filter or a person has hidden the row in the workbook. */
  | "hiddenRow";

/** Why a cell has no certain value. */
export type CellProblem =
  | "formula"
  /** As `1.9E+18`: the digits are lost. */
  | "exponent"
  /** A date, a percentage, an error: what the workbook shows is not what it keeps. */
  | "cellFormat"
  /** More digits than a spreadsheet keeps of a number. */
  | "numberPrecision"
  /** Once another program has already lost the character. */
  | "unreadable";

/** `line` counts from 1, as editors and spreadsheets do. */
export type GridRow = {
  line: number;
  /** As the file has it, to be shown. */
  raw: string;
  cells: string[];
  problem: RowProblem | null;
  /** By the number of the cell from 0. */
  cellProblems: Record<number, CellProblem>;
};

export type Grid = {
  encoding: TextEncoding | "XLSX";
  delimiter: string;
  /** Without rows that have nothing in them. */
  rows: GridRow[];
};

/** Excel writes numbers of more than eleven digits so. A code such as `12e5` is none of them. */
const EXPONENT = /^[+-]?\d(\.\d+)?E[+-]\d{1,3}$/i;

/** What a cell's text alone says against it. */
export function cellProblemOf(cell: string): CellProblem | null {
  if (/^\s*[=＝]/.test(cell)) return "formula";
  if (/[eEｅＥ]/.test(cell) && EXPONENT.test(cell.normalize("NFKC").trim())) return "exponent";
  return /[\ufffd\ue000-\uf8ff]/.test(cell) ? "unreadable" : null;
}

/** What no cell without a problem has: most lines are passed by with one test. */
const SUSPECT = /[=＝\ufffd\ue000-\uf8ff]|[eEｅＥ][+\-＋－﹢﹣⁺₊]/;

/** The problems of a line's cells, which are looked for where the line itself may have one. */
export const lineProblemsOf = (raw: string, cells: string[]): Record<number, CellProblem> =>
  SUSPECT.test(raw) ? cellProblemsOf(cells) : {};

function cellProblemsOf(cells: string[]): Record<number, CellProblem> {
  const problems: Record<number, CellProblem> = {};
  for (const [at, cell] of cells.entries()) {
    const problem = cellProblemOf(cell);
    if (problem) problems[at] = problem;
  }
  return problems;
}

export const isBlank = (cells: string[]) => cells.every((cell) => cell.trim() === "");
