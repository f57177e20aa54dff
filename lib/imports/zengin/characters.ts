import { ok, type Result } from "@/lib/result";
import { type Decoded, type DecodingProblem, decode, encode, hasMark, type TextEncoding } from "../text-encoding";

/** JIS X 0201: ASCII, and half-width kana above it. The yen sign and the backslash are one byte. */
const FIRST_KANA_BYTE = 0xa1;
const LAST_KANA_BYTE = 0xdf;
const KANA_OFFSET = 0xff61 - FIRST_KANA_BYTE;

/** Stands for a byte that is no character of the format. */
const NONE = "\ufffd";
const CHARACTER = /^[ -~\uff61-\uff9f]*$/;

export const isZenginText = (text: string) => CHARACTER.test(text);

/** The bytes of records and their line ends, one a character. Throws on a character that the format lacks. */
export function zenginBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = isZenginText(text.replace(/[\r\n]/g, "")) ? encode(text, "Shift_JIS") : null;
  if (bytes === null) throw new Error("a character that the format lacks");
  return bytes;
}

/** What a record that begins with 1 begins with in the code of mainframes. */
export const EBCDIC_ONE = 0xf1;
/** A control character that old systems end a file with. */
export const END_MARK = "\x1a";

/** Line ends behind the last record. They say nothing of how records are divided. */
const LINE_ENDS_AT_END = /(?<![\r\n])[\r\n]+$/;

/** The records of a file: its lines, or pieces of that length where it has no lines. */
export function recordsOf(text: string, length: number) {
  const hasEndMark = text.trimEnd().endsWith(END_MARK);
  const body = (hasEndMark ? text.slice(0, text.lastIndexOf(END_MARK)) : text).replace(LINE_ENDS_AT_END, "");
  const lineEnd = /\r\n|\n|\r/.exec(body)?.[0] ?? "";
  const pieces = new RegExp(`[^]{1,${length}}`, "g");
  const records = lineEnd === "" ? (body.match(pieces) ?? []) : body.split(/\r\n|\n|\r/);
  while (records.at(-1)?.trim() === "") records.pop();
  return { records, lineEnd, hasEndMark };
}

/** Bytes of JIS X 0201 as one character each, so that positions stay what they are. */
export const charactersOf = (bytes: Uint8Array): string => Array.from(bytes, characterOf).join("");

/** Where the first character stands that the format lacks, from 1; 0 where there is none. */
export const strangePosition = (text: string) => [...text].findIndex((one) => !CHARACTER.test(one)) + 1;

/**
 * As one character a position: a file in bytes has its positions in bytes, any other in characters. Without `asked`, UTF-8
 * is taken where the bytes can be nothing else. `isCut`: the last character may have more bytes than there are.
 */
export function zenginText(
  bytes: Uint8Array,
  asked?: TextEncoding,
  { isCut = false } = {},
): Result<Decoded, DecodingProblem> {
  if (asked !== undefined && asked !== "Shift_JIS") return decode(bytes, asked);
  const utf8 = asked === undefined ? utf8Text(bytes, isCut) : null;
  const isMarked = hasMark(bytes, "UTF-8 BOM");
  // Two half-width kana in bytes may be one character of UTF-8 below U+0800, which no such file has.
  if (utf8 !== null && (isMarked || /[\u0800-\uffff]/.test(utf8))) {
    return ok({ text: utf8, encoding: isMarked ? "UTF-8 BOM" : "UTF-8" });
  }
  return ok({ text: charactersOf(bytes), encoding: "Shift_JIS" });
}

function utf8Text(bytes: Uint8Array, isCut: boolean): string | null {
  try {
    return new TextDecoder("UTF-8", { fatal: true }).decode(bytes, { stream: isCut });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

function characterOf(byte: number): string {
  if (byte < 0x80) return String.fromCharCode(byte);
  return byte >= FIRST_KANA_BYTE && byte <= LAST_KANA_BYTE ? String.fromCharCode(byte + KANA_OFFSET) : NONE;
}
