import { err, ok, type Result } from "@/lib/result";
import { csvLines, delimiterOf } from "./csv";
import type { GridRow } from "./grid";
import { type EncodingProblem, labelOf, markedEncoding, type TextEncoding } from "./text-encoding";

/*
 * The strict reading of `read-grid.ts` for files that are too large to be in memory: in pieces, with the same rows.
 */

type Pieces = AsyncIterable<Uint8Array>;

/** So many lines are parsed at a time. */
const BLOCK_LINES = 5_000;

/** What `decode` would take the bytes for; they are given piece by piece. */
export function encodingDetector(asked?: TextEncoding) {
  let size = 0;
  let isLow = true;
  let hasHigh = false;
  const readers = new Map<TextEncoding, TextDecoder>();
  const feed = (encoding: TextEncoding, bytes: Uint8Array, more: boolean) => {
    const reader = readers.get(encoding);
    if (!reader) return;
    try {
      const text = reader.decode(bytes, { stream: more });
      if (text.includes("\0")) readers.delete(encoding);
      if (encoding !== "UTF-8") return;
      isLow &&= /^[\0-\u07ff]*$/.test(text);
      hasHigh ||= /[\u0080-\u07ff]/.test(text);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      readers.delete(encoding);
    }
  };
  return {
    add(bytes: Uint8Array): void {
      if (size === 0) {
        const mark = asked ?? markedEncoding(bytes);
        for (const encoding of mark ? [mark] : (["UTF-8", "Shift_JIS"] as const)) {
          readers.set(encoding, new TextDecoder(labelOf(encoding), { fatal: true }));
        }
      }
      size += bytes.byteLength;
      for (const encoding of [...readers.keys()]) feed(encoding, bytes, true);
    },
    end(): Result<TextEncoding, EncodingProblem> {
      for (const encoding of [...readers.keys()]) feed(encoding, new Uint8Array(), false);
      const [found, other] = readers.keys();
      if (found === undefined) return err({ kind: "not_text" });
      // As in `decode`: half-width kana of Shift_JIS may be characters of UTF-8.
      return other !== undefined && isLow && hasHigh ? err({ kind: "encoding_unclear" }) : ok(found);
    },
  };
}

/** A line keeps the text that it was cut from: with a smaller one there is less to keep. */
const PIECE_BYTES = 256 * 1024;

async function* smallPieces(pieces: Pieces): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces)
    for (let at = 0; at < piece.byteLength; at += PIECE_BYTES) yield piece.subarray(at, at + PIECE_BYTES);
}

/** A text in pieces of whole lines, without their ends. */
async function* linesOf(pieces: Pieces, encoding: TextEncoding): AsyncGenerator<string[]> {
  const decoder = new TextDecoder(labelOf(encoding), { fatal: true });
  let rest = "";
  let held: string[] = [];
  for await (const piece of smallPieces(pieces)) {
    const text = rest + decoder.decode(piece, { stream: true });
    // A carriage return at the end may be the first half of a line's end.
    const cut = text.endsWith("\r") ? text.length - 1 : text.length;
    const lines = text.slice(0, cut).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? "") + text.slice(cut);
    held = held.length === 0 ? lines : held.concat(lines);
    while (held.length >= BLOCK_LINES) {
      yield held.slice(0, BLOCK_LINES);
      held = held.slice(BLOCK_LINES);
    }
  }
  const last = (rest + decoder.decode()).split(/\r\n|\n|\r/);
  if (last.at(-1) === "") last.pop();
  held = held.concat(last);
  if (held.length > 0) yield held;
}

/** The rows of a delimited text, block by block. A line that cannot be read stops no other. */
export async function* streamedRows(pieces: Pieces, encoding: TextEncoding): AsyncGenerator<GridRow[]> {
  let delimiter: string | null = null;
  let before = 0;
  for await (const lines of linesOf(pieces, encoding)) {
    delimiter ??= delimiterOf(lines.find((line) => line.trim() !== "") ?? "");
    const rows = blockRows(lines, delimiter);
    for (const row of rows) row.line += before;
    before += lines.length;
    yield rows;
  }
}

/** With more broken lines than a block may have, each line is read as if it were alone. */
function blockRows(lines: string[], delimiter: string): GridRow[] {
  const block = csvLines(lines, delimiter);
  if (block.ok) return block.value;
  return lines.flatMap((line, at) => {
    const alone = csvLines([line], delimiter);
    return alone.ok ? alone.value.map((row) => ({ ...row, line: at + 1 })) : [];
  });
}
