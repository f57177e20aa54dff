import { stringify } from "csv-stringify/sync";
import { plainCell, SPREADSHEET, textCell } from "./text-cell";

/** `text`: a cell that Excel keeps as text. */
export type Cell = string | number | null | { text: string };
type Rows = readonly (readonly Cell[])[];

/** Excel keeps 15 digits of a number and no zeros before it: such an ID is written as text. */
export const idCell = (id: string): Cell => (/^(0\d+|\d{16,})$/.test(id) ? { text: id } : id);

function shown(cell: Cell): string {
  if (cell === null) return "";
  return typeof cell === "object" ? textCell(cell.text) : plainCell(String(cell));
}

/** The mark of byte order stands before the first line and nowhere else. */
const lines = (rows: Rows): string =>
  stringify(
    rows.map((row) => row.map(shown)),
    { ...SPREADSHEET, bom: false },
  );

const top = (header: readonly string[]) => `\ufeff${lines([header])}`;

/** A file of few rows. */
export const csv = (header: readonly string[], rows: Rows): string => top(header) + lines(rows);

/** A file of rows that come in batches. */
export async function* csvPieces(header: readonly string[], batches: AsyncIterable<Rows>): AsyncGenerator<string> {
  yield top(header);
  for await (const rows of batches) if (rows.length > 0) yield lines(rows);
}
