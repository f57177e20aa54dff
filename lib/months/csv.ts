import { stringify } from "csv-stringify/sync";
import { SPREADSHEET } from "@/lib/csv/text-cell";

type Cell = string | number | null;
type Rows = readonly (readonly Cell[])[];

/** What a spreadsheet would take for a formula gets an apostrophe; a negative amount is none. */
const shown = (cell: Cell): string => {
  const text = cell === null ? "" : String(cell);
  return /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
};

const lines = (rows: Rows): string =>
  stringify(
    rows.map((row) => row.map(shown)),
    { ...SPREADSHEET, bom: false, escape_formulas: false },
  );

const top = (header: readonly string[]) => `\ufeff${lines([header])}`;

/** A file of few rows. */
export const csv = (header: readonly string[], rows: Rows): string => top(header) + lines(rows);

/** A file of rows that come in batches. */
export async function* csvPieces(header: readonly string[], batches: AsyncIterable<Rows>): AsyncGenerator<string> {
  yield top(header);
  for await (const rows of batches) yield lines(rows);
}
