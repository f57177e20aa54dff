import { readAccountName } from "@/lib/japan/account-name";
import { readKatakana } from "@/lib/japan/katakana";

/** A kind of character, and an example of it inside a name. */
const KINDS: [kind: string, example: string][] = [
  ["full-width katakana", "ヤマダ"],
  ["half-width katakana", "ﾔﾏﾀﾞ"],
  ["hiragana", "やまだ"],
  ["a sound mark beside its kana", "ハ゛ン"],
  ["a sound mark that combines (NFD)", "ヤマタ\u3099"],
  ["a half-width or no-break space", "ヤマダ \u00a0タロウ"],
  ["spaces around it", " ヤマダ　"],
  ["an invisible character", "ヤマ\u200bダ"],
  ["a hyphen after a kana", "セ-ル"],
  ["a full-width hyphen", "セ－ル"],
  ["a minus sign", "セ−ル"],
  ["a dash", "セ—ル"],
  ["a wave dash", "セ〜ル"],
  ["a long-vowel mark first", "ーヤマダ"],
  ["small kana", "キョウ"],
  ["ヲ", "ヲカダ"],
  ["ヴ", "ヴィオ"],
  ["ヰ, ヱ", "ヰエ"],
  ["ヵ, ヶ", "セキヶ"],
  ["a kanji that looks like a kana", "カ力ト"],
  ["kanji", "ヤマ田"],
  ["a middle dot", "アン・リー"],
  ["an iteration mark", "イスヾ"],
  ["squared kana", "㌔"],
  ["rare kana", "ヷ"],
  ["a mark alone", "゛ヤマダ"],
  ["Latin letters", "ABC"],
  ["full-width Latin letters", "ＡＢＣ"],
  ["small Latin letters", "abc"],
  ["digits", "ヤマダ1"],
  ["brackets", "カ）ヤマダ"],
  ["a full stop", "ヤマダ."],
  ["a company's kind", "株式会社ヤマダ"],
  ["an ampersand", "ヤマダ&"],
  ["an emoji", "ヤマダ😀"],
];

type Class = "unchanged" | "automatic" | "proposed" | "refused";
type Cell = { class: Class; shows: string };

function ofPlayer(example: string): Cell {
  const read = readKatakana(example);
  if (!read.ok)
    return refused(
      read.error.problems.map(({ code }) => code),
      read.error.suggestion,
    );
  const { value, confirm } = read.value;
  if (confirm.length > 0) return { class: "proposed", shows: value };
  return { class: value === example ? "unchanged" : "automatic", shows: value };
}

function ofAccount(example: string): Cell {
  const read = readAccountName(example);
  if (!read.ok)
    return refused(
      read.error.problems.map(({ code }) => code),
      read.error.suggestion,
    );
  const { name, zengin, confirm } = read.value;
  const shows = `${name} → ${zengin}`;
  if (confirm.length > 0) return { class: "proposed", shows };
  return { class: name === example ? "unchanged" : "automatic", shows };
}

function refused(codes: string[], suggestion: string | null): Cell {
  const why = [...new Set(codes)].join(", ");
  return suggestion === null
    ? { class: "refused", shows: why }
    : { class: "proposed", shows: `${suggestion} (else refused: ${why})` };
}

/** Invisible and combining characters by their code points, so that the table can be read. */
const visible = (text: string) =>
  text
    .replace(/[\u00a0\u200b\u3099]/g, (one) => `[U+${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`)
    .replaceAll("　", "␣")
    .replaceAll("|", "\\|");

const cell = ({ class: kind, shows }: Cell) => `**${kind}** ${visible(shows)}`;

/** The table of docs/kana.md: what becomes of each kind of character, by the code that decides it. */
export function kanaTable(): string {
  const rows = KINDS.map(
    ([kind, example]) => `| ${kind} | ${visible(example)} | ${cell(ofPlayer(example))} | ${cell(ofAccount(example))} |`,
  );
  return `# What becomes of each kind of character

Made from the code by \`npm run docs\`; a test fails when it is old. ␣ is the wide space. *Automatic* changes cannot
be wrong: they are made when the field is left, said, and can be undone. *Proposed* ones could be, so a person accepts
them. What is *refused* is named by character, position and reason. Nothing is ever cut, and no reading is ever guessed.

| kind | typed | a player's name (KYC) | an account's holder, and what a bank makes of it |
| --- | --- | --- | --- |
${rows.join("\n")}
`;
}
