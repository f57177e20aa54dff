import { foldKana, foldText, kanaKey } from "./fold";

export type Entry = { code: string; name: string; kana: string; aliases?: readonly string[] };

type Keys = { code: string; texts: string[]; kanas: string[] };
type Word = { digits: string | null; text: string; kana: string | null };

/** The best first. */
const RANK = { isCode: 0, isName: 1, beginsCode: 2, beginsName: 3, isInName: 4, none: 5 } as const;

/** A search over entries by code, kanji, kana or Latin letters. Made once, asked often; ties stay in order of code. */
export function searchOver<E extends Entry>(entries: readonly E[]): (typed: string, limit: number) => E[] {
  const byCode = [...entries].sort((a, b) => (a.code < b.code ? -1 : 1));
  const keyed = byCode.map((entry) => ({ entry, keys: keysOf(entry) }));

  return (typed, limit) => {
    const words = wordsOf(typed);
    if (words.length === 0) return [];
    // Every word has to match; the weakest match decides.
    const ranked = keyed.map(({ entry, keys }) => ({
      entry,
      rank: Math.max(...words.map((word) => rankOf(word, keys))),
    }));
    const found = ranked.filter(({ rank }) => rank < RANK.none).sort((a, b) => a.rank - b.rank);
    return found.slice(0, limit).map(({ entry }) => entry);
  };
}

function keysOf({ code, name, kana, aliases = [] }: Entry): Keys {
  const kanas = aliases.map(kanaKey).filter((key) => key !== null);
  return { code, texts: [name, ...aliases].map(foldText), kanas: [foldKana(kana), ...kanas] };
}

/** What people write after a name, and the directory does not. */
const SUFFIX = /(銀行|銀|ぎんこう|ぎん|ギンコウ|ギン|バンク|\s(bank|ginko|ginkou)|支店|してん|シテン)$/i;
const JA = /^(JA|ジェ[イー]エ[イー])(?![A-Z])/i;

function wordsOf(typed: string): Word[] {
  const whole = typed.normalize("NFKC").trim();
  const name = whole.replace(SUFFIX, "").trim() || whole;
  const words = name
    .replace(JA, "農協 ")
    .split(/\s+/)
    .filter((word) => word !== "");
  return words.map((word) => ({ digits: /^\d+$/.test(word) ? word : null, text: foldText(word), kana: kanaKey(word) }));
}

function rankOf({ digits, text, kana }: Word, { code, texts, kanas }: Keys): number {
  if (digits !== null && digits.padStart(code.length, "0") === code) return RANK.isCode;
  let best: number = digits !== null && code.startsWith(digits) ? RANK.beginsCode : RANK.none;
  for (const key of texts) best = Math.min(best, closeness(key, text));
  if (kana !== null) for (const key of kanas) best = Math.min(best, closeness(key, kana));
  return best;
}

function closeness(key: string, word: string): number {
  if (key === word) return RANK.isName;
  const at = word === "" ? -1 : key.indexOf(word);
  return at < 0 ? RANK.none : at === 0 ? RANK.beginsName : RANK.isInName;
}
