/**
 * How every file for a spreadsheet is written, as options of csv-stringify: UTF-8 with a mark of byte order and lines as
 * Windows ends them. Without the match a lone line feed in a cell would end its row.
 */
export const SPREADSHEET = {
  bom: true,
  record_delimiter: "windows",
  quoted_match: /[\r\n]/,
} as const;

/** Also the wide forms, which a Japanese spreadsheet takes for the same. */
const FORMULA = /^[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const NEGATIVE = /^-\d+(\.\d+)?$/;

/** What a spreadsheet would take for a formula gets an apostrophe, but a negative number stays one. */
export const plainCell = (text: string): string => (FORMULA.test(text) && !NEGATIVE.test(text) ? `'${text}` : text);

const unquoted = (cell: string) => cell.replace(/^'+/, "");

/** For a file that is read again: `'-1` gets an apostrophe too, or it would read as `-1` then. */
export const escapedFormula = (value: string): string => (FORMULA.test(unquoted(value)) ? `'${value}` : value);
export const unescapedFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(unquoted(cell)) ? cell.slice(1) : cell;

/** Excel takes no longer text for a part of a formula. */
const LITERAL_MAX = 255;

/** A cell that Excel keeps as text when a file is opened rather than imported: `="0005"`. */
export function textCell(value: string): string {
  if (value === "") return "";
  if (value.length > LITERAL_MAX) return FORMULA.test(value) ? `'${value}` : value;
  return `="${value.replaceAll('"', '""')}"`;
}
