import { err, ok, type Result } from "@/lib/result";

export const TEXT_ENCODINGS = ["UTF-8", "UTF-8 BOM", "UTF-16LE", "UTF-16BE", "Shift_JIS"] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

/** An encoding by its name; none where it names none of a text, as that of a workbook. */
export const textEncodingOf = (name: string | null): TextEncoding | undefined =>
  TEXT_ENCODINGS.find((encoding) => encoding === name);

export type EncodingProblem =
  /** In none of the encodings, or with a character that no text has. */
  | { kind: "not_text" }
  /** The bytes are text in both; a person says which. */
  | { kind: "encoding_unclear" };

/** Also: UTF-8 with a byte order mark was asked for, and there is none. */
export type DecodingProblem = EncodingProblem | { kind: "no_byte_order_mark" };

/** `text` is without the byte order mark. */
export type Decoded = { text: string; encoding: TextEncoding };

const MARKS = { "UTF-8 BOM": [0xef, 0xbb, 0xbf], "UTF-16LE": [0xff, 0xfe], "UTF-16BE": [0xfe, 0xff] } as const;

/** What decoders call it. */
export const labelOf = (encoding: TextEncoding) => (encoding === "UTF-8 BOM" ? "UTF-8" : encoding);

/** Reads bytes as text. Without `asked`, only an encoding that is certain is taken. */
export function decode(bytes: Uint8Array, asked?: TextEncoding): Result<Decoded, DecodingProblem> {
  if (asked === "UTF-8 BOM" && !hasMark(bytes, asked)) return err({ kind: "no_byte_order_mark" });
  if (asked !== undefined) return decoded(bytes, asked);
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return decoded(bytes, marked);
  const utf8 = decoded(bytes, "UTF-8");
  const shiftJis = () => decoded(bytes, "Shift_JIS");
  if (!utf8.ok) return shiftJis();
  return mayBeHalfWidthKana(utf8.value.text) && shiftJis().ok ? err({ kind: "encoding_unclear" }) : utf8;
}

/** The encoding that a byte order mark names. */
export const markedEncoding = (bytes: Uint8Array) =>
  (["UTF-8 BOM", "UTF-16LE", "UTF-16BE"] as const).find((one) => hasMark(bytes, one));

export const hasMark = (bytes: Uint8Array, encoding: keyof typeof MARKS) =>
  MARKS[encoding].every((byte, at) => bytes[at] === byte);

function decoded(bytes: Uint8Array, encoding: TextEncoding): Result<Decoded, EncodingProblem> {
  try {
    const text = new TextDecoder(labelOf(encoding), { fatal: true }).decode(bytes);
    return text.includes("\0") ? err({ kind: "not_text" }) : ok({ text, encoding });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return err({ kind: "not_text" });
  }
}

/**
 * Half-width kana of Shift_JIS, such as `ﾃｱ`, are the bytes of UTF-8 characters between U+0080 and U+07FF. Where a text
 * has only such characters besides ASCII, both readings are possible.
 */
const mayBeHalfWidthKana = (text: string) => /[\u0080-\u07ff]/.test(text) && /^[\0-\u07ff]*$/.test(text);

/** A text as bytes; null where the encoding lacks one of its characters. No byte order mark is added. */
export function encode(text: string, encoding: TextEncoding): Uint8Array<ArrayBuffer> | null {
  if (encoding === "Shift_JIS") return encodeShiftJis(text);
  if (encoding === "UTF-8" || encoding === "UTF-8 BOM") return new TextEncoder().encode(text);
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), encoding === "UTF-16LE");
  return bytes;
}

function encodeShiftJis(text: string): Uint8Array<ArrayBuffer> | null {
  const table = shiftJisTable();
  const bytes: number[] = [];
  for (const character of text) {
    const found = table.get(character);
    if (found === undefined) return null;
    bytes.push(...found);
  }
  return Uint8Array.from(bytes);
}

let held: Map<string, number[]> | undefined;

/** The decoder's own table turned round, so that both agree. Of two codes of one character the first is taken. */
function shiftJisTable(): Map<string, number[]> {
  if (held) return held;
  const table = new Map<string, number[]>();
  const decoder = new TextDecoder("Shift_JIS", { fatal: true });
  const add = (code: number[]) => {
    try {
      const character = decoder.decode(Uint8Array.from(code));
      if ([...character].length === 1 && !table.has(character)) table.set(character, code);
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  };
  for (let byte = 0x01; byte < 0x80; byte += 1) table.set(String.fromCharCode(byte), [byte]);
  for (let byte = 0xa1; byte < 0xe0; byte += 1) add([byte]);
  for (let lead = 0x81; lead < 0xfd; lead += 1) {
    // 0xED and 0xEE repeat characters of 0xFA to 0xFC, where Windows writes them.
    if ((lead > 0x9f && lead < 0xe0) || lead === 0xed || lead === 0xee) continue;
    for (let trail = 0x40; trail < 0xfd; trail += 1) add([lead, trail]);
  }
  held = table;
  return table;
}
