import { type CellProblem, cellProblemOf } from "../grid";
import { shownNumber } from "./number-format";
import type { SheetCell } from "./sheet";
import { WorkbookDamaged } from "./unzip";

type Book = { string: (at: number) => string | undefined; format: (style: number) => string | null };
type ReadCell = { text: string; problem: CellProblem | null };

/** A spreadsheet keeps so many digits of a number. */
const DIGITS_MAX = 15;

/** The cells of a row as texts, in their columns, with what is uncertain about each. */
export function cellsOf(cells: SheetCell[], book: Book) {
  const texts: string[] = [];
  const cellProblems: Record<number, CellProblem> = {};
  for (const cell of cells) {
    while (texts.length < cell.column) texts.push("");
    const { text, problem } = readCell(cell, book);
    texts.push(text);
    if (problem) cellProblems[cell.column] = problem;
  }
  return { cells: texts, cellProblems };
}

function readCell({ type, style, value, formula }: SheetCell, book: Book): ReadCell {
  if (formula !== null) return { text: `=${formula}`, problem: "formula" };
  switch (type) {
    case "s":
      return textCell(book.string(Number(value)));
    case "inlineStr":
    case "str":
      return textCell(value);
    case "n":
      return numberCell(value, book.format(style));
    default:
      return { text: value, problem: "cellFormat" };
  }
}

function textCell(text: string | undefined): ReadCell {
  if (text === undefined) throw new WorkbookDamaged("a text that is not in the workbook");
  return { text: unescaped(text), problem: cellProblemOf(text) };
}

/** Workbooks write characters that XML lacks as `_x000D_`. */
const unescaped = (text: string) =>
  text.replace(/_x([0-9A-F]{4})_/gi, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

function numberCell(value: string, format: string | null): ReadCell {
  if (/e/i.test(value)) return { text: value, problem: "exponent" };
  if (!/^-?\d+(\.\d+)?$/.test(value)) throw new WorkbookDamaged("a number that is none");
  if (value.replace(/\D/g, "").replace(/^0+/, "").length > DIGITS_MAX) {
    return { text: value, problem: "numberPrecision" };
  }
  const shown = shownNumber(value, format);
  return shown === null ? { text: value, problem: "cellFormat" } : { text: shown, problem: null };
}
