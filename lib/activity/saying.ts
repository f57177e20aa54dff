import "server-only";
import { and, desc, gte, lt, type SQL, sql } from "drizzle-orm";
import { deliveries } from "@/drizzle/schema/deliveries";
import type { Ctx } from "@/lib/auth/context";
import { SEARCHABLE } from "@/lib/personal/raw";
import { seesPersonal } from "@/lib/personal/sight";
import type { tokyoDaysRange } from "@/lib/time";

const { id, receivedAt, body, transactionRow, referenceId, sourceAddress, said } = deliveries;
const { signature, refusal, effect, answered } = deliveries;

/** What the log shows of a delivery. */
export const SHOWN = {
  ...{ id, receivedAt, signature, refusal, effect, answered, sourceAddress, said, transactionRow, referenceId },
};
export type ShownDelivery = Pick<typeof deliveries.$inferSelect, keyof typeof SHOWN>;

type Reader = Pick<Ctx, "db" | "environment" | "actor" | "now">;

export const NEWEST_FIRST = [desc(receivedAt), desc(id)];

/** Among the newest so many, what nearly every body says is on a page's worth of them. */
const NEAR_PAGES = 3;
/** What so many pages cannot hold is looked for in a part of the log that should hold a page and a half. */
const PROBED_PAGES = 2;
const PART_PAGES = 1.5;
/** A part that held too little: the next is so many times as long. */
const LONGER = 4;

type Days = ReturnType<typeof tokyoDaysRange>;
/** `days` are among what is wanted, too. */
type Asked = { q: string; wanted: SQL | undefined; days: Days; below: Date | undefined; most: number };

/**
 * The newest deliveries whose bodies say this, as far as they are wanted. An index of words knows all bodies with one,
 * but not which are the newest, and to read them all could take seconds. So, by how many there are:
 * what nearly all say is read from the newest; what few say, whole; and everything else from as long a part of the log
 * as holds a page, to judge by how far apart the first that were found lie.
 */
export async function deliveriesSaying(ctx: Reader, { q, wanted, days, below, most }: Asked): Promise<ShownDelivery[]> {
  const sought = readWords(q);
  const condition = conditionOf(ctx, sought);
  if (condition === null) return [];
  const { leads, holds } = condition;
  const { db } = ctx;

  if (isCommon(sought)) {
    const looked = most * NEAR_PAGES;
    const says = sql<boolean>`${and(leads, holds)}`;
    const newest = await db
      .select({ ...SHOWN, says })
      .from(deliveries)
      .where(wanted)
      .orderBy(...NEWEST_FIRST)
      .limit(looked);
    const found = newest.filter((row) => row.says).map(({ says: _says, ...row }) => row);
    if (found.length >= most || newest.length < looked) return found.slice(0, most);
  }

  const probed = most * PROBED_PAGES;
  const { from: start, before } = days;
  const all = and(wanted, leads, holds, sought.wide.length > 0 ? partOf({ start, end: before }, ctx.now()) : undefined);
  const some = await db.select(SHOWN).from(deliveries).where(all).limit(probed);
  if (some.length < probed) return some.toSorted(newestFirst).slice(0, most);

  const times = some.map((row) => row.receivedAt.getTime());
  const oldest = Math.min(...times);
  let length = Math.ceil(((Math.max(...times) - oldest + 1) * PART_PAGES) / PROBED_PAGES);
  const found: ShownDelivery[] = [];
  let end = below && before && before < below ? before : (below ?? before);
  for (let start = end ?? ctx.now(); found.length < most; length *= LONGER) {
    start = new Date(start.getTime() - length);
    const isLast = start.getTime() <= oldest;
    const part = partOf({ start: isLast ? null : start, end }, sought.wide.length > 0 ? ctx.now() : null);
    // A subquery, so that the order is not what it is read by.
    const there = db.select(SHOWN).from(deliveries).where(and(all, part)).limit(ALL).as("there");
    const rows = await db.select().from(there).orderBy(desc(there.receivedAt), desc(there.id)).limit(most);
    found.push(...rows);
    if (isLast) break;
    // What came in the very millisecond between two parts is in the later one.
    end = new Date(start.getTime() - 1);
  }
  return found.slice(0, most);
}

type Part = { start: Date | null; end: Date | null };

/** The index of pairs knows each part of the log by its name: the hours, days or months that it touches. */
const PARTS = [
  { name: "h", ms: 3_600_000 },
  { name: "d", ms: 86_400_000 },
  { name: "m", ms: 2_592_000_000 },
] as const;
/** A day and what hangs over, in hours. */
const PARTS_MAX = 26;

function partOf({ start, end }: Part, now: Date | null): SQL | undefined {
  const bounds = and(
    // A moment in the database is finer than ours.
    end ? lt(receivedAt, new Date(end.getTime() + 1)) : undefined,
    start ? gte(receivedAt, start) : undefined,
  );
  if (start === null || now === null) return bounds;
  const last = (end ?? now).getTime();
  const size = PARTS.find(({ ms }) => (last - start.getTime()) / ms < PARTS_MAX);
  if (!size) return bounds;
  const [from, to] = [Math.floor(start.getTime() / size.ms), Math.floor(last / size.ms)];
  // One more, where the clock of another instance is ahead.
  const names = Array.from({ length: to - from + 2 }, (_part, at) => `${size.name}${from + at}`);
  return and(bounds, sql`log_parts(${receivedAt}) && ${sql.param(names)}::text[]`);
}

const ALL = 2_147_483_647;

const newestFirst = (a: ShownDelivery, b: ShownDelivery) =>
  b.receivedAt.getTime() - a.receivedAt.getTime() || (a.id < b.id ? 1 : -1);

/** Latin letters and digits are words; of other scripts, which put no spaces between words, any part is looked for. */
type Words = { latin: string[]; wide: string[] };

function readWords(q: string): Words {
  const plain = q.normalize("NFKC").toLowerCase();
  return { latin: plain.match(/[a-z0-9]+/g) ?? [], wide: plain.match(/[^\0-\x7f]+/g) ?? [] };
}

/** Words of letters only are those that the service uses: a status, a method. */
const isCommon = ({ latin, wide }: Words) => wide.length === 0 && latin.every((word) => !/\d/.test(word));

const wideText = sql`body_wide_text(${body})`;

type Condition = { leads: SQL; holds: SQL | undefined };

/** What leads to the bodies from an index, and what they have to hold beside it; null where nobody may find anything. */
function conditionOf(ctx: Reader, { latin, wide }: Words): Condition | null {
  if (latin.length === 0 && wide.length === 0) return null;
  const isMasked = !seesPersonal(ctx);
  // What is not written in Latin letters are names.
  if (isMasked && wide.length > 0) return null;
  const phrase = latin.length === 0 ? undefined : phraseOf(latin);
  return {
    leads:
      wide.length > 0 ? sql`wide_pairs(${wideText}) @> ${sql.param(wide.flatMap(pairsOf))}::text[]` : leadingTo(latin),
    holds: and(
      // Not as the index knows it, which would look for each word by itself.
      latin.length > 1 || wide.length > 0 ? phrase && sql`(body_words(${body}) @@ ${phrase}) is true` : undefined,
      isMasked && phrase ? sql`body_words_of(${body}, ${sql.param(SEARCHABLE)}::text[]) @@ ${phrase}` : undefined,
      ...wide.filter((word) => [...word].length > 2).map((word) => sql`position(${word} in ${wideText}) > 0`),
    ),
  };
}

/** The longest words of an id lead to it; the others stand in very many bodies. */
const LEADING = 2;

function leadingTo(latin: string[]): SQL {
  const lexemes = lexemesOf(latin).toSorted((a, b) => b.length - a.length);
  return sql`body_words(${body}) @@ to_tsquery('simple', ${lexemes.slice(0, LEADING).join(" & ")})`;
}

const phraseOf = (latin: string[]): SQL => sql`to_tsquery('simple', ${lexemesOf(latin).join(" <-> ")})`;

/** As the index has them: of an endless word the beginning. */
const WORD_MAX = 100;
const lexemesOf = (latin: string[]): string[] => latin.map((word) => word.slice(0, WORD_MAX));

/** Each two letters that stand side by side; a letter that stands alone. */
function pairsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}
