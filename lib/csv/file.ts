import { stringify } from "csv-stringify/sync";
import { plainCell, SPREADSHEET } from "./text-cell";

type Cell = string | number | null;
type Rows = readonly (readonly Cell[])[];

const shown = (cell: Cell): string => (cell === null ? "" : plainCell(String(cell)));

/** The mark of byte order stands before the first line and nowhere else. */
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
  for await (const rows of batches) if (rows.length > 0) yield lines(rows);
}
