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
