import "server-only";
import { and, asc, count, desc, eq, or, sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { DAY_MS, tokyoDay, tokyoDayRange, tokyoDaysRange } from "@/lib/time";
import { amountsWithin, conditionsOf, goesDown, hasRange, inOrder, isByDays, ordersBy, TOKYO_DAY } from "./leading";
import { isByAmount, type OrderFilter, type Place, writePlace } from "./place";
import type { Anchored } from "./schema";
import { LISTED, type ListedOrder } from "./view";

/** In microseconds, as the row has it: a place that is less exact would leave out or repeat what lies beside it. */
const EXACT_AT = sql<string>`to_char(${transactions.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export const placeOf = ({ amount, at, id }: Place): string => writePlace({ amount, at, id });

/**
 * So many entries of an index are read for a page, whatever the filter: they are at most a dozen blocks, and where too
 * few of them fit, the page says how far it has looked, and goes on from there. Of orders that lie anywhere among all
 * (by amount, of more than a day), each entry may cost a block of what says which are visible.
 */
const STEP = { near: 120, scattered: 24 };

type Wanted = { anchor?: Anchored | undefined; most: number };

/** The next orders in the list's order; those that the index does not know to be of this list are looked at one by one. */
function walkOf({ db, environment }: Ctx, filter: OrderFilter, { anchor, most }: Wanted) {
  const { lead, leading, others } = conditionsOf(filter, anchor);
  const isScattered = isByAmount(filter.sort) && !lead.includes("days");
  const size = others.length === 0 ? most : STEP[isScattered ? "scattered" : "near"];
  const order = ordersBy(filter.sort, anchor?.kind === "before");
  const walked = db
    .select({
      ...LISTED,
      at: EXACT_AT.as("at"),
      fits: sql<boolean>`coalesce(${and(...others) ?? true}, false)`.as("fits"),
      n: sql<number>`row_number() over (order by ${sql.join(order, sql`, `)})`.mapWith(Number).as("n"),
    })
    .from(transactions)
    .where(and(eq(transactions.environment, environment), ...leading))
    .orderBy(...order)
    .limit(size)
    .as("walked");
  return { walked, size, isWhole: others.length === 0 };
}

/**
 * `end`: where it stopped looking before it had found enough; null where it has enough, or there are no more. `begin`:
 * the first that was looked at, whether or not it is of this list; null where something else led to what was found.
 */
type Walked = { found: Found[]; end: string | null; begin: string | null };
type Found = ListedOrder & { at: string };

/** The next orders of the list, as far as one step goes. */
export async function walk(ctx: Ctx, filter: OrderFilter, wanted: Wanted): Promise<Walked> {
  const { anchor } = wanted;
  if (anchor === undefined || anchor.kind === "with") {
    return (await walkFew(ctx, filter, anchor)) ?? walkNearest(ctx, filter, wanted);
  }
  // The nearest ones are there at once where many fit; to go on by days is for where few do.
  return (isByDays(filter) && (await walkDays(ctx, filter, anchor))) || walkNearest(ctx, filter, wanted);
}

async function walkFew(ctx: Ctx, filter: OrderFilter, anchor?: Anchored): Promise<Walked | null> {
  const few = await fewOf(ctx, filter);
  const first = few && anchor ? few.findIndex((order) => placeOf(order) === writePlace(anchor.place)) : 0;
  return few === null || first < 0 ? null : { found: few.slice(first), end: null, begin: null };
}

/** A range of amounts that hardly any order is in: all of them, from the index by amount. Null where they are more. */
async function fewOf(ctx: Ctx, filter: OrderFilter): Promise<Found[] | null> {
  if (isByAmount(filter.sort) || !hasRange(filter)) return null;
  const { walked, size } = walkOf(ctx, { ...filter, sort: "largest" }, { most: STEP.scattered });
  const all = await ctx.db.select().from(walked);
  if (all.length >= size) return null;
  return all.filter(({ fits }) => fits).toSorted(inTime(goesDown(filter.sort, false)));
}

/** How many orders of this list stand above a place: so many at most, or as far as one step goes. */
export async function countAbove(ctx: Ctx, filter: OrderFilter, place: Place, most: number) {
  const few = await fewOf(ctx, filter);
  const first = few?.findIndex((order) => placeOf(order) === writePlace(place)) ?? -1;
  if (first >= 0) return { count: first, isPart: false };
  const { walked, size } = walkOf(ctx, filter, { anchor: { kind: "before", place }, most });
  const [above] = await ctx.db
    .select({ count: count(sql`case when ${walked.fits} then 1 end`), read: count() })
    .from(walked);
  if (!above) throw new Error("a count without a row");
  return { count: above.count, isPart: above.read === size && above.count < most };
}

type Timed = Pick<Found, "at" | "id">;
const inTime = (down: boolean) => (a: Timed, b: Timed) =>
  (a.at < b.at || (a.at === b.at && a.id < b.id) ? -1 : 1) * (down ? -1 : 1);

async function walkNearest(ctx: Ctx, filter: OrderFilter, wanted: Wanted): Promise<Walked> {
  const { walked, size, isWhole } = walkOf(ctx, filter, wanted);
  const read = await ctx.db
    .select()
    .from(walked)
    .where(or(walked.fits, eq(walked.n, 1), eq(walked.n, size)))
    .orderBy(...inOrder(walked, filter.sort, wanted.anchor?.kind === "before"))
    .limit(wanted.most + 1);
  const found = read.filter(({ fits }) => fits).slice(0, wanted.most);
  const [first, last] = [read.at(0), read.at(-1)];
  const isCut = !isWhole && last?.n === size && found.length < wanted.most;
  return { found, end: isCut ? placeOf(last) : null, begin: first ? placeOf(first) : null };
}

/** Two ways down to the days in an index, and a few blocks of it beside: what more days hold is for the next step. */
const DAYS = 2;
const DAYS_SIZE = 60;

/**
 * Of a range of amounts by time: what it has of the next days, from the index that knows the amounts of each day, where
 * that is not much. Null where it is: then those are found among the nearest.
 */
async function walkDays(ctx: Ctx, filter: OrderFilter, anchor: Anchored): Promise<Walked | null> {
  const isUpwards = anchor.kind === "before";
  const down = goesDown(filter.sort, isUpwards);
  const { at, id: from } = anchor.place;
  // Below the first moment of a day is the day before.
  const first = nextDay(tokyoDay(new Date(at)), down && from === NO_ID ? -1 : 0);
  const days = Array.from({ length: DAYS }, (_day, n) => nextDay(first, down ? -n : n));
  const { createdAt, amount, id } = transactions;
  const [byDay, byAmount] = down ? ([desc, asc] as const) : ([asc, desc] as const);
  const { leading, others } = conditionsOf(filter, anchor);
  const read = await ctx.db
    .select({
      ...LISTED,
      at: EXACT_AT,
      day: sql<string>`${TOKYO_DAY}::text`,
      fits: sql<boolean>`coalesce(${and(...leading, ...others)}, false)`,
    })
    .from(transactions)
    .where(
      and(
        eq(transactions.environment, ctx.environment),
        filter.currency ? eq(transactions.currency, filter.currency) : undefined,
        sql`${TOKYO_DAY} = any(${sql.param(days)}::date[])`,
        amountsWithin(filter),
      ),
    )
    .orderBy(byDay(TOKYO_DAY), byAmount(amount), byAmount(createdAt), byAmount(id))
    .limit(DAYS_SIZE);
  // A day of which not all was read does not count.
  const cut = read.length === DAYS_SIZE ? read.at(-1)?.day : undefined;
  const whole = days.filter((day) => cut === undefined || (down ? day > cut : day < cut));
  const last = whole.at(-1);
  if (last === undefined) return null;
  const found = read.filter(({ fits, day }) => fits && whole.includes(day)).toSorted(inTime(down));
  const range = tokyoDayRange(last);
  const edge = range && (down ? range.from : range.before);
  return { found, end: edge && (await goesBeyond(ctx, filter, edge, down)) ? placeAt(edge) : null, begin: null };
}

const nextDay = (day: string, days: number) => tokyoDay(new Date(Date.parse(day) + days * DAY_MS));

const NO_ID = "00000000-0000-0000-0000-000000000000";

/** Between two days. Amounts are nothing that the order by time asks. */
const placeAt = (edge: Date) => writePlace({ amount: "0", at: `${edge.toISOString().slice(0, -1)}000Z`, id: NO_ID });

/** Whether orders of this list can be beyond: clocks that are ahead of ours are so by less than a day. */
async function goesBeyond(ctx: Ctx, filter: OrderFilter, edge: Date, down: boolean): Promise<boolean> {
  const { from, before } = tokyoDaysRange(filter);
  if (!down) return edge < (before ?? new Date(ctx.now().getTime() + DAY_MS));
  const since = await knownSince(ctx);
  return since !== null && since < edge && (from === null || from < edge);
}

/** Since when orders are known here: the service lists none, so there may be older ones. */
export async function knownSince({ db, environment }: Ctx): Promise<Date | null> {
  const { createdAt } = transactions;
  const mine = eq(transactions.environment, environment);
  const [oldest] = await db.select({ createdAt }).from(transactions).where(mine).orderBy(asc(createdAt)).limit(1);
  return oldest?.createdAt ?? null;
}
