import { composeKana, dashesToHyphen } from "../kana";
import { katakanaFromRomaji } from "./romaji";

/*
 * Folding makes spellings equal that people mix up while they search. Folded text is compared, never shown.
 */

const SMALL = "ァィゥェォッャュョヮヵヶ";
const LARGE = "アイウエオツヤユヨワカケ";
const ROW_OF_U = "ウクスツヌフムユルグズブプ";
const ROW_OF_O = "オコソトノホモヨロゴゾドボポ";

const SAME: [RegExp, string][] = [
  [/[ー・.\-\s]/g, ""],
  [/ヅ/g, "ズ"],
  [/ヂ/g, "ジ"],
  [/ヲ/g, "オ"],
  [/シンヨウキンコ/g, "シンキン"],
  [/シンヨウクミアイ/g, "シンクミ"],
  [/ロウドウキンコ/g, "ロウキン"],
  [/ニツポン/g, "ニホン"],
];

export const largeKana = (text: string): string => [...text].map((kana) => LARGE[SMALL.indexOf(kana)] ?? kana).join("");

/** Large kana without marks of length: トウキョウ, トーキョー and トキヨ are one. */
export function foldKana(text: string): string {
  const large = largeKana(composeKana(dashesToHyphen(text.normalize("NFKC"))).text);
  return withoutLength(SAME.reduce((folded, [from, to]) => folded.replace(from, to), large));
}

/** Without the ウ and オ that only make the sound before them longer. */
export function withoutLength(large: string): string {
  let kept = "";
  for (const kana of large) {
    const before = kept.at(-1) ?? "";
    const lengthens =
      (kana === "ウ" && (ROW_OF_U + ROW_OF_O).includes(before)) || (kana === "オ" && ROW_OF_O.includes(before));
    if (before === "" || !lengthens) kept += kana;
  }
  return kept;
}

/** The folded kana of what was typed, in kana or in Latin letters; null where it is neither. */
export function kanaKey(typed: string): string | null {
  const plain = typed.normalize("NFKC");
  if (/^[a-z\u00c0-\u017f' -]+$/i.test(plain)) {
    const kana = katakanaFromRomaji(plain);
    return kana === null ? null : foldKana(kana);
  }
  const folded = foldKana(plain);
  return /^[ァ-ヴ]+$/.test(folded) ? folded : null;
}

const SHORTER: [RegExp, string][] = [
  [/信用農業協同組合連合会/g, "信連"],
  [/信用金庫|しんきん|シンキン/g, "信金"],
  [/信用組合|しんくみ|シンクミ/g, "信組"],
  [/労働金庫|ろうきん|ロウキン/g, "労金"],
  [/農業協同組合|のうきょう|ノウキョウ/g, "農協"],
  [/[・、\s]/g, ""],
];

/** Letters in one width and case, and the short words that the directory uses. */
export const foldText = (text: string): string =>
  SHORTER.reduce((folded, [from, to]) => folded.replace(from, to), text.normalize("NFKC").toUpperCase());
