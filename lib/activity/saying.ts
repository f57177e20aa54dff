import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import { deliveries } from "@/drizzle/schema/deliveries";
import type { Ctx } from "@/lib/auth/context";
import { SEARCHABLE } from "@/lib/personal/raw";
import { seesPersonal } from "@/lib/personal/sight";

const { body } = deliveries;

/** Latin letters and digits are words; of other scripts, which put no spaces between words, any part is looked for. */
type Words = { latin: string[]; wide: string[] };

function readWords(q: string): Words {
  const plain = q.normalize("NFKC").toLowerCase();
  return { latin: plain.match(/[a-z0-9]+/g) ?? [], wide: plain.match(/[^\0-\x7f]+/g) ?? [] };
}

/**
 * Whether a body says this: `says` is asked of one body after the other, cheapest first. `leads` is answered by an index,
 * which knows all bodies with a word but not which are the newest, and is true of more than those that say it.
 */
export type Saying = { says: SQL; leads: SQL };

/** What bodies have to hold; null where nobody may find anything by it. */
export function sayingOf(ctx: Pick<Ctx, "actor">, q: string): Saying | null {
  const { latin, wide } = readWords(q);
  if (latin.length === 0 && wide.length === 0) return null;
  const isMasked = !seesPersonal(ctx);
  // What is not written in Latin letters are names.
  if (isMasked && wide.length > 0) return null;
  const lexemes = latin.map((word) => word.slice(0, WORD_MAX));
  const words = isMasked ? sql`body_words_of(${body}, ${sql.param(SEARCHABLE)}::text[])` : sql`body_words(${body})`;
  const phrase = sql`${words} @@ to_tsquery('simple', ${lexemes.join(" <-> ")})`;
  const says = and(
    // To take a body apart takes ten times as long as to see that a word is nowhere in it.
    ...byLength(lexemes).map((word) => sql`position(${word} in lower(encode(${body}, 'escape'))) > 0`),
    ...wide.map((word) => sql`position(${word} in ${wideText}) > 0`),
    lexemes.length > 0 ? phrase : undefined,
  );
  return { says: says ?? sql`false`, leads: wide.length > 0 ? leadingToPairs(wide) : leadingToWords(lexemes) };
}

/** As the index has them: of an endless word the beginning. */
const WORD_MAX = 100;

/** Each part of what is sought is found by itself. The longest lead to it; the others stand in very many bodies. */
const LEADING = 2;
const byLength = (words: string[]) => words.toSorted((a, b) => b.length - a.length).slice(0, LEADING);

const leadingToWords = (lexemes: string[]): SQL =>
  sql`body_words(${body}) @@ to_tsquery('simple', ${byLength(lexemes).join(" & ")})`;

const wideText = sql`body_wide_text(${body})`;

/** The first and the last, which are the least likely to be of one word that very many bodies say. */
function leadingToPairs(wide: string[]): SQL {
  const pairs = byLength(wide).flatMap(pairsOf);
  return sql`wide_pairs(${wideText}) @> ${sql.param([pairs.at(0), pairs.at(-1)])}::text[]`;
}

/** Each two letters that stand side by side; a letter that stands alone. */
function pairsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}
