import { stringify } from "csv-stringify/sync";
import { SPREADSHEET } from "./csv";

/** A file of rows that never stands in memory as a whole. Where a batch cannot be read, the download breaks off. */
export function csvStream(
  header: readonly string[],
  batches: AsyncGenerator<readonly (readonly string[])[]>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let hasBegun = false;
  return new ReadableStream({
    async pull(controller) {
      if (!hasBegun) {
        hasBegun = true;
        controller.enqueue(encoder.encode(`\ufeff${lines([header])}`));
        return;
      }
      const next = await batches.next();
      if (next.done) controller.close();
      else if (next.value.length > 0) controller.enqueue(encoder.encode(lines(next.value)));
      else await this.pull?.(controller);
    },
    async cancel() {
      await batches.return(undefined);
    },
  });
}

/** The mark of byte order stands before the first of them and nowhere else. */
const lines = (rows: readonly (readonly string[])[]) =>
  stringify(
    rows.map((row) => [...row]),
    { ...SPREADSHEET, bom: false },
  );

/** To be kept as a file of this name, in letters that every system takes. */
export const csvResponse = (name: string, body: ReadableStream<Uint8Array>): Response =>
  new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
    },
  });
