import type { TextEncoding } from "./text-encoding";

/** A physical line as bytes: `content` without its end, `end` as CRLF, LF, CR, or nothing at the end of a file. */
export type ByteLine = { content: Uint8Array; end: Uint8Array };

const LF = 0x0a;
const CR = 0x0d;

/** The lines of a file; joined, they are the file. No character of these encodings has one of the two as a part. */
export function byteLines(bytes: Uint8Array, encoding: TextEncoding): ByteLine[] {
  const wide = encoding === "UTF-16LE" || encoding === "UTF-16BE";
  const unit = wide ? 2 : 1;
  const codeAt = (at: number) => {
    const [first = 0, second = 0] = [bytes[at], bytes[at + 1]];
    if (!wide) return first;
    return encoding === "UTF-16LE" ? first | (second << 8) : (first << 8) | second;
  };
  const lines: ByteLine[] = [];
  let start = 0;
  for (let at = 0; at < bytes.length; at += unit) {
    const code = codeAt(at);
    if (code !== LF && code !== CR) continue;
    const isPair = code === CR && at + unit < bytes.length && codeAt(at + unit) === LF;
    const next = at + (isPair ? 2 : 1) * unit;
    lines.push({ content: bytes.subarray(start, at), end: bytes.subarray(at, next) });
    start = next;
    at = next - unit;
  }
  if (start < bytes.length) lines.push({ content: bytes.subarray(start), end: bytes.subarray(bytes.length) });
  return lines;
}

/** The lines of a text, without their ends. */
export function textLines(text: string): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
