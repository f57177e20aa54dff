import { hasMark, type TextEncoding } from "../text-encoding";

/** JIS X 0201: ASCII, and half-width kana above it. The yen sign and the backslash are one byte. */
const FIRST_KANA_BYTE = 0xa1;
const LAST_KANA_BYTE = 0xdf;
const KANA_OFFSET = 0xff61 - FIRST_KANA_BYTE;

/** Stands for a byte that is no character of the format. */
const NONE = "\ufffd";
const CHARACTER = /^[ -~\uff61-\uff9f]*$/;

export const isZenginText = (text: string) => CHARACTER.test(text);

/** Where the first character stands that the format lacks, from 1; 0 where there is none. */
export const strangePosition = (text: string) => [...text].findIndex((one) => !CHARACTER.test(one)) + 1;

/** As one character a position. A file in UTF-8 has its positions in characters, any other in bytes. */
export function zenginText(bytes: Uint8Array): { text: string; encoding: TextEncoding } {
  const isMarked = hasMark(bytes, "UTF-8 BOM");
  const utf8 = utf8Text(bytes);
  // Two half-width kana in bytes may be one character of UTF-8 below U+0800, which no such file has.
  if (utf8 !== null && (isMarked || /[\u0800-\uffff]/.test(utf8))) {
    return { text: utf8, encoding: isMarked ? "UTF-8 BOM" : "UTF-8" };
  }
  return { text: Array.from(bytes, characterOf).join(""), encoding: "Shift_JIS" };
}

function utf8Text(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("UTF-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}

function characterOf(byte: number): string {
  if (byte < 0x80) return String.fromCharCode(byte);
  return byte >= FIRST_KANA_BYTE && byte <= LAST_KANA_BYTE ? String.fromCharCode(byte + KANA_OFFSET) : NONE;
}
