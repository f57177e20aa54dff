/*
 * Latin letters to large katakana, for searching only: a name that money is sent to is never transliterated. Hepburn,
 * Kunrei and what people type between them; long vowels are left to the folding of kana.
 */

const VOWELS = "aiueo";

/** One row a consonant: what it makes with a, i, u, e and o. */
const ROWS: Record<string, string> = {
  "": "ア イ ウ エ オ",
  k: "カ キ ク ケ コ",
  c: "カ シ ク セ コ",
  s: "サ シ ス セ ソ",
  t: "タ チ ツ テ ト",
  n: "ナ ニ ヌ ネ ノ",
  h: "ハ ヒ フ ヘ ホ",
  f: "フア フイ フ フエ フオ",
  m: "マ ミ ム メ モ",
  y: "ヤ イ ユ イエ ヨ",
  r: "ラ リ ル レ ロ",
  l: "ラ リ ル レ ロ",
  w: "ワ ウイ ウ ウエ ヲ",
  g: "ガ ギ グ ゲ ゴ",
  z: "ザ ジ ズ ゼ ゾ",
  j: "ジヤ ジ ジユ ジエ ジヨ",
  d: "ダ ヂ ヅ デ ド",
  b: "バ ビ ブ ベ ボ",
  p: "パ ピ プ ペ ポ",
  v: "ヴア ヴイ ヴ ヴエ ヴオ",
  sh: "シヤ シ シユ シエ シヨ",
  ch: "チヤ チ チユ チエ チヨ",
  ts: "ツア ツイ ツ ツエ ツオ",
};

/** `ky`, `sy`, `ny` and the like: the consonant's i, and a large ya, yu or yo. */
const withY = (row: string) => {
  const [, i] = row.split(" ");
  return `${i}ヤ ${i}イ ${i}ユ ${i}エ ${i}ヨ`;
};

const SYLLABLES = new Map(
  Object.entries(ROWS).flatMap(([consonant, row]) => [
    ...syllables(consonant, row),
    ...(/^[kstnhmrlgzdbpj]$/.test(consonant) ? syllables(`${consonant}y`, withY(row)) : []),
  ]),
);

function syllables(consonant: string, row: string): [string, string][] {
  return row.split(" ").map((kana, at) => [`${consonant}${VOWELS[at]}`, kana]);
}

/** Letters that are no syllable: a closing n, the first of a double consonant, and what is not heard. */
const SINGLE: [RegExp, string][] = [
  [/^(n|m(?=[bmp]))/, "ン"],
  [/^(([a-z])(?=\2)|t(?=ch))/, "ツ"],
  [/^['\- ]/, ""],
];

/** Null where the letters are no Japanese word. */
export function katakanaFromRomaji(typed: string): string | null {
  // Without the marks of length: ō is o.
  let rest = typed
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "");
  let kana = "";
  while (rest !== "") {
    const syllable = [3, 2, 1].map((count) => rest.slice(0, count)).find((letters) => SYLLABLES.has(letters));
    const sound = syllable === undefined ? SINGLE.find(([letter]) => letter.test(rest))?.[1] : SYLLABLES.get(syllable);
    if (sound === undefined) return null;
    kana += sound;
    rest = rest.slice(syllable?.length ?? 1);
  }
  return kana;
}
