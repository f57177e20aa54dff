import { stringify } from "csv-stringify/sync";
import { plainCell, SPREADSHEET } from "./text-cell";
import { textStream } from "./text-stream";

type Batches = AsyncGenerator<readonly (readonly string[])[]>;

/** A file of rows that never stands in memory as a whole. Where a batch cannot be read, the download breaks off. */
export const csvStream = (header: readonly string[], batches: Batches): ReadableStream<Uint8Array> =>
  textStream({
    text: textOf(header, batches),
    async end() {
      await batches.return(undefined);
    },
  });

async function* textOf(header: readonly string[], batches: Batches) {
  yield `\ufeff${lines([header])}`;
  for await (const rows of batches) if (rows.length > 0) yield lines(rows);
}

/** The mark of byte order stands before the first of them and nowhere else. */
const lines = (rows: readonly (readonly string[])[]) =>
  stringify(
    rows.map((row) => row.map(plainCell)),
    { ...SPREADSHEET, bom: false, escape_formulas: false },
  );

/** A file name in characters that every system accepts. */
export const csvResponse = (name: string, body: BodyInit): Response =>
  new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
    },
  });
