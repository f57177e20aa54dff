import "server-only";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { from } from "pg-copy-streams";
import { clientOf, type Tx } from "./connection";

/** One row, with null where a column has no value. */
type Row = readonly (string | number | boolean | null)[];

/** So much text is sent at a time. */
const PIECE = 64 * 1024;

/**
 * Adds rows by COPY, in the caller's transaction: in a fifth of the time that inserts take.
 *
 * @param target the table with its columns, as SQL of ours: `ledger_rows (run_id, line)`
 */
export const copyRows = (tx: Tx, target: string, rows: readonly Row[]): Promise<void> =>
  pipeline(Readable.from(piecesOf(rows)), clientOf(tx).query(from(`copy ${target} from stdin`)));

function* piecesOf(rows: readonly Row[]): Generator<string> {
  let text = "";
  for (const row of rows) {
    text += `${row.map(cellOf).join("\t")}\n`;
    if (text.length < PIECE) continue;
    yield text;
    text = "";
  }
  if (text !== "") yield text;
}

const SPECIAL = /[\\\t\n\r]/g;
const ESCAPED: Record<string, string> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

const cellOf = (value: Row[number]): string =>
  value === null
    ? "\\N"
    : typeof value === "string"
      ? value.replace(SPECIAL, (one) => ESCAPED[one] ?? one)
      : String(value);
