import "server-only";
import { and, type SQL, sql } from "drizzle-orm";
import { deliveries } from "@/drizzle/schema/deliveries";
import type { Ctx } from "@/lib/auth/context";
import { seesPii } from "@/lib/pii/access";
import { SEARCHABLE } from "@/lib/pii/redact-json";

const { body } = deliveries;

/** Latin letters and digits form words; scripts without spaces between words are matched by any part. */
type Words = { latin: string[]; wide: string[] };

function readWords(q: string): Words {
  const plain = q.normalize("NFKC").toLowerCase();
  return { latin: plain.match(/[a-z0-9]+/g) ?? [], wide: plain.match(/[^\0-\x7f]+/g) ?? [] };
}

/**
 * Whether a body says this: `says` is asked of one body after the other, cheapest first. An index knows all bodies with
 * each of `keys`, but not which are the newest; every body that says this has them all.
 */
export type FullTextQuery = { says: SQL; keys: string[]; withKeys: (keys: string[]) => SQL };

/** The words that bodies must hold; null if the text cannot match. */
export function fullTextQueryOf(ctx: Pick<Ctx, "actor">, q: string): FullTextQuery | null {
  const { latin, wide } = readWords(q);
  if (latin.length === 0 && wide.length === 0) return null;
  const isMasked = !seesPii(ctx);
  // What is not written in Latin letters are names.
  if (isMasked && wide.length > 0) return null;
  const lexemes = latin.map((word) => word.slice(0, WORD_MAX));
  const words = isMasked ? sql`body_words_of(${body}, ${sql.param(SEARCHABLE)}::text[])` : sql`body_words(${body})`;
  const phrase = sql`${words} @@ to_tsquery('simple', ${lexemes.join(" <-> ")})`;
  const says = and(
    // To take a body apart takes ten times as long as to see that they are nowhere in it.
    lexemes.length > 0 ? sql`lower(encode(${body}, 'escape')) ~ ${lexemes.join("[a-z0-9]*[^a-z0-9]+")}` : undefined,
    ...wide.map((word) => sql`position(${word} in ${wideText}) > 0`),
    lexemes.length > 0 ? phrase : undefined,
  );
  const [keys, withKeys] = wide.length > 0 ? [wide.flatMap(pairsOf), withPairs] : [lexemes, withWords];
  return { says: says ?? sql`false`, keys: longest(keys), withKeys };
}

/** As the index has them: of an endless word the beginning. */
const WORD_MAX = 100;

/** How many terms of a query are checked for their frequency. */
const KEYS = 4;
const longest = (words: string[]) => [...new Set(words)].toSorted((a, b) => b.length - a.length).slice(0, KEYS);

const withWords = (lexemes: string[]): SQL => sql`body_words(${body}) @@ to_tsquery('simple', ${lexemes.join(" & ")})`;

const wideText = sql`body_wide_text(${body})`;
const withPairs = (pairs: string[]): SQL => sql`wide_pairs(${wideText}) @> ${sql.param(pairs)}::text[]`;

/** Each pair of adjacent characters; a single character alone. */
function pairsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}
