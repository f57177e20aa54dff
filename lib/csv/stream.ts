import { csvPieces } from "./file";
import { textStream } from "./text-stream";

type Batches = AsyncGenerator<readonly (readonly string[])[]>;

/** A file of rows that never stands in memory as a whole. Where a batch cannot be read, the download breaks off. */
export const csvStream = (header: readonly string[], batches: Batches): ReadableStream<Uint8Array> =>
  textStream({
    text: csvPieces(header, batches),
    async end() {
      await batches.return(undefined);
    },
  });

/** `name`: without its ending, in characters that every system accepts. */
export type CsvFile<Body = ReadableStream<Uint8Array>> = { name: string; body: Body };

export const csvResponse = ({ name, body }: CsvFile<BodyInit>): Response =>
  new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}.csv"`,
    },
  });
