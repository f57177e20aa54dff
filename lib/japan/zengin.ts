import { composeKana, dashesToHyphen, dashesToProlonged } from "./kana";

/*
 * Two spellings of one name: full-width for people and for the API, half-width for banks (Zengin: JIS X 0201, one byte
 * a character, large kana, a hyphen for the long-vowel mark).
 */

// Byte 0x5C is a yen sign to a bank and a backslash to a decoder.
const WIDE: Record<string, string> = { "｢": "「", "｣": "」", "\\": "￥", "¥": "￥", "＼": "￥" };
const NARROW: Record<string, string> = {
  "\u3000": " ",
  ー: "-",
  "「": "｢",
  "」": "｣",
  "￥": "\\",
  "\u3099": "ﾞ",
  "\u309a": "ﾟ",
};

/** Small kana are written large. ヰ and ヱ have no narrow form; イ and エ are what banks write. */
const SMALL = "ァィゥェォッャュョヮヰヱ";
const LARGE = "アイウエオツヤユヨワイエ";

const WIDE_KANA = "ヲアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン";
const NARROW_KANA = "ｦｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ";

/** Zengin text, or anything typed, in full width. A hyphen after a kana stands for the long-vowel mark. */
export function fullWidthName(text: string): string {
  const kana = dashesToProlonged(composeKana(text).text);
  return [...dashesToHyphen(kana)].map(widened).join("");
}

/**
 * A name with half-width kana in full width; any other stays as it is. Where all of it is half-width, as banks write, a
 * hyphen after a kana is the long-vowel mark.
 */
export function withoutHalfWidthKana(name: string): string {
  if (!/[\uff61-\uff9f]/.test(name)) return name;
  return /^[ -~\uff61-\uff9f]+$/.test(name) ? fullWidthName(name) : composeKana(name).text;
}

/** A dash stands where the long-vowel mark is meant, as it seems. */
export function hasDashForProlonged(text: string): boolean {
  const kana = composeKana(text).text;
  return dashesToProlonged(kana) !== kana;
}

/** The bank's spelling of a full-width name. A character that it does not have stays as it is. */
export const zenginOf = (name: string): string => [...name].map(narrowed).join("");

export const largeKana = (character: string): string => replaced(character, SMALL, LARGE);

function widened(character: string): string {
  const sign = WIDE[character];
  if (sign !== undefined) return sign;
  if (/[!-~]/.test(character)) return String.fromCharCode(character.toUpperCase().charCodeAt(0) + 0xfee0);
  return /[ａ-ｚ]/.test(character) ? character.toUpperCase() : character;
}

function narrowed(character: string): string {
  if (/[！-～]/.test(character)) return String.fromCharCode(character.charCodeAt(0) - 0xfee0);
  // A voiced kana is two bytes: the kana and its mark.
  return [...largeKana(character).normalize("NFD")]
    .map((part) => NARROW[part] ?? replaced(part, WIDE_KANA, NARROW_KANA))
    .join("");
}

function replaced(character: string, from: string, to: string): string {
  const at = from.indexOf(character);
  return to[at] ?? character;
}
