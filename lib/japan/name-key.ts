import { largeKana, withoutLength } from "./directory/fold";
import { katakanaFromRomaji } from "./directory/romaji";

/*
 * How names are compared in searches: two people may have one key. Whether two names are one holder is for `isSameHolder`.
 * The database folds stored names in the same way (`name_key` and `name_near` in its migrations; a test compares both).
 * Folded names are never displayed.
 */

/** All that is no letter and no digit, and the marks of length. */
const SIGNS =
  /[\u0020-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2212\u2500-\u257f\u3000-\u303f\u3099-\u309c\u30a0\u30fb\u30fc\ufeff]/gu;

/** NFKC would put a space before a standalone sound mark. */
const composed = (name: string) => name.replaceAll("\u309b", "\u3099").replaceAll("\u309c", "\u309a").normalize("NFKC");

/** One key for every way to write a name: any kana, width or case, small or large ッ and ャ, with or without ー. */
export function nameKey(name: string): string {
  const letters = composed(name)
    .replace(/[a-z]/g, (letter) => letter.toUpperCase())
    .replace(/[\u3041-\u3096]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60))
    .replace(SIGNS, "");
  return withoutLength(largeKana(letters).replaceAll("ヅ", "ズ").replaceAll("ヂ", "ジ").replaceAll("ヲ", "オ"));
}

/** A possible reading of a name: its folded words, and the whole. */
export type NameReading = { key: string; words: string[] };

/** What was typed, read as a name, the likeliest reading first: as kana where it is Latin letters, and as it stands. */
export function nameReadings(typed: string): NameReading[] {
  const words = composed(typed).split(/\s+/u);
  const isLatin = words.every((word) => /^[a-z\u00c0-\u017f'-]*$/i.test(word));
  const readings = isLatin ? [words.map(kanaOf), words] : [words];
  return readings.map((read) => read.map(nameKey)).flatMap((keys) => readingOf(keys.filter((key) => key !== "")));
}

const readingOf = (words: string[]): NameReading[] =>
  words.length === 0 ? [] : [{ key: nameKey(words.join("")), words }];

/** While it is being typed, the last syllable may have no vowel yet. Empty where the letters are no Japanese word. */
const kanaOf = (latin: string): string =>
  katakanaFromRomaji(latin) ?? katakanaFromRomaji(latin.replace(/[^aeiou]+$/i, "")) ?? "";

/** What these readings are searched by: of two words also the other way round, as the family name may stand last. */
export const nameKeys = (readings: NameReading[]): string[] => [
  ...new Set(
    readings.flatMap(({ key, words }) => (words.length === 2 ? [key, nameKey(words.toReversed().join(""))] : [key])),
  ),
];

const VOICED = "ガギグゲゴザジズゼゾダデドバビブベボパピプペポヴ";
const PLAIN = "カキクケコサシスセソタテトハヒフヘホハヒフヘホウ";

/** Shorter ones would be near to everything. */
const NEAR_FROM = 3;

/**
 * What a name is searched by when it may be misspelled: as it sounds without its voice marks,
 * and with one letter left out, the last ones first. Two that have one of these in common differ by voice marks, by one
 * letter more, less or other, or by two that changed places; or one is a word of the other.
 */
export function nearKeys({ key }: NameReading): string[] {
  const plain = [...key].map((kana) => PLAIN[VOICED.indexOf(kana)] ?? kana);
  const shorter = plain.map((_, at) => plain.toSpliced(at, 1).join("")).toReversed();
  const keys = [plain.join(""), ...(plain.length > NEAR_FROM ? shorter : [])];
  return [...new Set(keys)].filter((near) => [...near].length >= NEAR_FROM);
}
