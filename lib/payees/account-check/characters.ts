/** JIS X 0201: ASCII, and half-width kana above it. */
const FIRST_KANA_BYTE = 0xa1;
const LAST_KANA_BYTE = 0xdf;
const KANA_OFFSET = 0xff61 - FIRST_KANA_BYTE;

/** Stands for a byte that is no character of the format. */
const NONE = "\ufffd";

/** One character a byte, so that positions stay what they are. */
export const textOf = (bytes: Uint8Array): string => Array.from(bytes, characterOf).join("");

function characterOf(byte: number): string {
  if (byte < 0x80) return String.fromCharCode(byte);
  return byte >= FIRST_KANA_BYTE && byte <= LAST_KANA_BYTE ? String.fromCharCode(byte + KANA_OFFSET) : NONE;
}

export const isZenginText = (text: string): boolean => /^[ -~\uff61-\uff9f]*$/.test(text);

/** Throws on a character that the format lacks: the caller has checked the text. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x80) return code;
    if (!isZenginText(character)) throw new Error("a character that the format lacks");
    return code - KANA_OFFSET;
  });
}
