/**
 * How every file for a spreadsheet is written, as options of csv-stringify: UTF-8 with a mark of byte order, lines as
 * Windows ends them, and no text that a spreadsheet would take for a formula.
 */
export const SPREADSHEET = { bom: true, record_delimiter: "windows", escape_formulas: true } as const;
