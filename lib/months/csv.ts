import { stringify } from "csv-stringify/sync";
import { plainCell, SPREADSHEET } from "@/lib/csv/text-cell";

type Cell = string | number | null;
type Rows = readonly (readonly Cell[])[];

const shown = (cell: Cell): string => (cell === null ? "" : plainCell(String(cell)));

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
