/*
 * Facts about kana, and the changes to them that cannot be wrong. Never NFKC over a whole text: it would turn `㌔`
 * into `キロ` and `Ａ` into `A` without a word.
 */

/** What was done to a typed name without asking. */
export type KanaChange = "INVISIBLE" | "WIDTH" | "MARKS" | "HIRAGANA" | "SPACES";

const HALF_WIDTH_RUN = /[\uff65-\uff9f][\uff65-\uff9f\u3099\u309a]*/g;
const WIDE_SPACE = "\u3000";

const katakanaOf = (kana: string) => String.fromCharCode(kana.charCodeAt(0) + 0x60);

/** In this order: a later step relies on those before it. */
const STEPS: [KanaChange, (text: string) => string][] = [
  ["INVISIBLE", (text) => text.replace(/\p{Default_Ignorable_Code_Point}/gu, "")],
  ["WIDTH", (text) => text.replace(HALF_WIDTH_RUN, (run) => run.normalize("NFKC"))],
  // A sound mark that stands beside its kana becomes one character with it.
  ["MARKS", (text) => text.replaceAll("\u309b", "\u3099").replaceAll("\u309c", "\u309a").normalize("NFC")],
  // わ has no character of its own with a sound mark, and ワ has one.
  ["HIRAGANA", (text) => text.replace(/[\u3041-\u3096]/g, katakanaOf).normalize("NFC")],
  ["SPACES", (text) => text.replace(/\s+/g, WIDE_SPACE).replace(/^\u3000|\u3000$/g, "")],
];

/** Full-width, composed katakana with single wide spaces, wherever the text was kana; everything else as it was. */
export function composeKana(typed: string): { text: string; changes: KanaChange[] } {
  const changes: KanaChange[] = [];
  let text = typed;
  for (const [change, step] of STEPS) {
    const before = text;
    text = step(before);
    if (text !== before) changes.push(change);
  }
  return { text, changes };
}

/** What people type or paste where a long-vowel mark belongs: everything that looks like a dash. */
const DASHES = "\\-\u2010-\u2015\u2212\u2500\u2501\ufe58\ufe63\uff0d";
const WAVES = "\u301c\uff5e";
const afterKana = (marks: string) => new RegExp(`(?<=[\u30a1-\u30fa\u30fc])[${marks}]+`, "g");
const DASHES_AFTER_KANA = afterKana(DASHES);
const DASHES_AND_WAVES_AFTER_KANA = afterKana(DASHES + WAVES);
const ANY_DASH = new RegExp(`[${DASHES}]`, "g");

const prolonged = (run: string) => "ー".repeat(run.length);
export const dashesToProlonged = (text: string) => text.replace(DASHES_AFTER_KANA, prolonged);
export const dashesAndWavesToProlonged = (text: string) => text.replace(DASHES_AND_WAVES_AFTER_KANA, prolonged);
export const dashesToHyphen = (text: string) => text.replace(ANY_DASH, "-");

/** Kanji that look like katakana. Replacing one is a proposal about its shape, never about its reading. */
export const LOOK_ALIKES: ReadonlyMap<string, string> = new Map([
  ["力", "カ"],
  ["口", "ロ"],
  ["二", "ニ"],
  ["八", "ハ"],
  ["工", "エ"],
  ["夕", "タ"],
  ["卜", "ト"],
  ["才", "オ"],
  ["千", "チ"],
  ["一", "ー"],
  ["三", "ミ"],
]);

/** Why a character cannot be in a name. */
export type CharacterProblem =
  | "KANJI"
  | "LATIN"
  | "DIGIT"
  | "EMOJI"
  | "SYMBOL"
  | "MIDDLE_DOT"
  | "ITERATION_MARK"
  | "RARE_KANA"
  | "SQUARED_KANA"
  | "DANGLING_MARK";

/** The first pattern that fits names the problem; what fits none is a symbol or of another script. */
const PROBLEMS: [CharacterProblem, RegExp][] = [
  ["MIDDLE_DOT", /\u30fb/],
  ["ITERATION_MARK", /[\u309d\u309e\u30fd\u30fe]/],
  ["RARE_KANA", /[\u309f\u30a0\u30f7-\u30fa\u30ff\u31f0-\u31ff\u{1aff0}-\u{1b16f}]/u],
  ["SQUARED_KANA", /[\u32d0-\u32fe\u3300-\u3357]/],
  ["DANGLING_MARK", /[\u3099\u309a]/],
  ["DIGIT", /\p{Nd}/u],
  ["LATIN", /\p{Script=Latin}/u],
  ["KANJI", /\p{Script=Han}/u],
  ["EMOJI", /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}/u],
];

export const problemOf = (character: string): CharacterProblem =>
  PROBLEMS.find(([, pattern]) => pattern.test(character))?.[0] ?? "SYMBOL";
