import { crc32 } from "node:zlib";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";

/** What the parts of a workbook may be when they are unpacked: many times what ten thousand rows need. */
const UNPACKED_MAX_BYTES = 100 * 1024 * 1024;
const PARTS_MAX = 1_000;

/** Two programs may read it differently, or none can. */
export class WorkbookDamaged extends Error {}
export class WorkbookTooLarge extends Error {}

/** What takes a part as text, a piece at a time. */
export type PartReader = { read: (text: string) => void; end: () => void };

export type Archive = {
  /** Streams one part into its reader; false where the archive has none of that name. */
  readPart: (name: string, reader: PartReader) => Promise<boolean>;
};

/** The parts of an archive by their names, each unpacked only when it is read. */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const zip = await orDamaged(fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)));
  if (zip.entryCount > PARTS_MAX) throw new WorkbookTooLarge();
  const entries = new Map<string, Entry>();
  let unpacked = 0;
  const all = zip.eachEntry();
  for (let next = await orDamaged(all.next()); !next.done; next = await orDamaged(all.next())) {
    const name = next.value.fileName.toLowerCase();
    if (entries.has(name)) throw new WorkbookDamaged("two parts of one name");
    entries.set(name, next.value);
  }
  return {
    async readPart(name, reader) {
      const entry = entries.get(name.toLowerCase());
      if (!entry) return false;
      // The archive's own figure: reading stops where it is wrong.
      unpacked += entry.uncompressedSize;
      if (unpacked > UNPACKED_MAX_BYTES) throw new WorkbookTooLarge();
      await readEntry(zip, entry, reader);
      return true;
    },
  };
}

async function readEntry(zip: ZipFile, entry: Entry, reader: PartReader): Promise<void> {
  const stream = await orDamaged(zip.openReadStreamPromise(entry));
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  const decoder = new TextDecoder("UTF-8", { fatal: true });
  let sum = 0;
  for (let next = await orDamaged(chunks.next()); !next.done; next = await orDamaged(chunks.next())) {
    sum = crc32(next.value, sum);
    reader.read(decoded(decoder, next.value, true));
  }
  if (sum !== entry.crc32) throw new WorkbookDamaged("a part whose checksum is wrong");
  reader.read(decoded(decoder, new Uint8Array(), false));
  reader.end();
}

function decoded(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch (error) {
    throw new WorkbookDamaged("a part that is no UTF-8", { cause: error });
  }
}

/** What the archive's library refuses is a damaged archive; an error of ours is none. */
const orDamaged = <T>(done: Promise<T>): Promise<T> =>
  done.catch((error) => {
    throw new WorkbookDamaged("an archive that cannot be read", { cause: error });
  });
