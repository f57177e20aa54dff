import { createHash } from "node:crypto";
import { Zip, ZipDeflate } from "fflate";

export type ZippedFile = { name: string; bytes: number; sha256: string };
type Piece = string | Uint8Array;
type Source = Piece | Iterable<Piece> | AsyncIterable<Piece>;

/** Every entry has it, so that equal files make equal archives. A ZIP keeps local time. */
const MADE = new Date(1980, 0, 1);

/** A ZIP that is written file by file; only what is compressed is held. */
export class ZipWriter {
  readonly files: ZippedFile[] = [];
  readonly #pieces: Uint8Array[] = [];
  readonly #zip = new Zip((error, piece) => {
    if (error) throw error;
    this.#pieces.push(piece);
  });

  /** Writes a file from its pieces, and returns its SHA-256. */
  async add(name: string, source: Source): Promise<string> {
    const file = new ZipDeflate(name);
    file.mtime = MADE;
    this.#zip.add(file);
    const hash = createHash("sha256");
    let size = 0;
    for await (const piece of typeof source === "string" || source instanceof Uint8Array ? [source] : source) {
      const bytes = typeof piece === "string" ? new TextEncoder().encode(piece) : piece;
      hash.update(bytes);
      size += bytes.length;
      file.push(bytes);
    }
    file.push(new Uint8Array(), true);
    const sha256 = hash.digest("hex");
    this.files.push({ name, bytes: size, sha256 });
    return sha256;
  }

  end(): Buffer {
    this.#zip.end();
    return Buffer.concat(this.#pieces);
  }
}
