import "server-only";
import { and, asc, count, desc, eq, gte, isNotNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { compareAmounts } from "@/lib/money/amount";
import { tokyoDaysRange } from "@/lib/time";
import { isByAmount, type OrderFilter, type Place, type Sort, writePlace } from "./place";
import type { Anchored, OrderPage, OrdersAsked } from "./schema";
import { LISTED, transactionRow } from "./view";

/** By amount the rows of a page lie anywhere among all orders, and each costs more to look at. */
const PAGE: Record<Sort, number> = { newest: 50, oldest: 50, largest: 20, smallest: 20 };

/** A page of the orders that we hold, whoever created them, as far as the filter lets them through. */
export async function listOrders(ctx: Ctx, { anchor, ...filter }: OrdersAsked): Promise<OrderPage> {
  requirePermission(ctx, "transactions:read");
  const limit = PAGE[filter.sort];
  const isUpwards = anchor?.kind === "before";
  const stays = anchor?.kind === "with" ? anchor : null;
  const [{ found, end }, news, since] = await Promise.all([
    walk(ctx, filter, { anchor, most: limit + 1 }),
    stays ? countAbove(ctx, filter, stays.place) : { count: 0, isPart: false },
    knownSince(ctx),
  ]);
  // Too few above: then this is the top, and a whole page is shown from there.
  if (isUpwards && found.length <= limit && end === null) return listOrders(ctx, filter);

  const shown = found.slice(0, limit);
  const rows = isUpwards ? shown.reverse() : shown;
  const [first = end, last = end] = [rows.at(0), rows.at(-1)].map((row) => row && placeOf(row));
  const partial = end === null || rows.length >= limit ? null : isUpwards ? "above" : "below";
  const hasNoneAbove = stays && news.count === 0 && !news.isPart;
  return {
    rows: rows.map(transactionRow),
    // A page whose beginning is still looked for is asked for again as it was.
    top: stays ? writePlace(stays.place) : partial === "above" ? null : ((rows[0] && placeOf(rows[0])) ?? null),
    above: partial === "above" ? end : anchor && !hasNoneAbove ? (first ?? writePlace(anchor.place)) : null,
    below: isUpwards || found.length > limit ? (last ?? null) : end,
    ...{ partial, since, news: news.count, isNewsPart: news.isPart },
  };
}

const placeOf = ({ amount, at, id }: Place): string => writePlace({ amount, at, id });

/** In microseconds, as the row has it: a place that is less exact would leave out or repeat what lies beside it. */
const EXACT_AT = sql<string>`to_char(${transactions.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** A hundred are "a hundred or more". */
const NEWS_MAX = 100;

/** How many orders of this list stand above a place, as far as anybody wants to know or one step goes. */
async function countAbove(ctx: Ctx, filter: OrderFilter, place: Place): Promise<{ count: number; isPart: boolean }> {
  const { walked, size } = walkOf(ctx, filter, { anchor: { kind: "before", place }, most: NEWS_MAX });
  const [above] = await ctx.db
    .select({ count: count(sql`case when ${walked.fits} then 1 end`), read: count() })
    .from(walked);
  if (!above) throw new Error("a count without a row");
  return { count: above.count, isPart: above.read === size && above.count < NEWS_MAX };
}

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

/** `end`: where it stopped looking before it had found enough; null where it has enough, or there are no more. */
async function walk(ctx: Ctx, filter: OrderFilter, wanted: Wanted) {
  const { walked, size, isWhole } = walkOf(ctx, filter, wanted);
  const read = await ctx.db
    .select()
    .from(walked)
    .where(or(walked.fits, eq(walked.n, size)))
    .orderBy(...inOrder(walked, filter.sort, wanted.anchor?.kind === "before"))
    .limit(wanted.most);
  const found = read.filter(({ fits }) => fits);
  const last = read.at(-1);
  const isCut = !isWhole && last?.n === size && found.length < wanted.most;
  return { found, end: isCut ? placeOf(last) : null };
}

/** Since when orders are known here: the service lists none, so there may be older ones. */
async function knownSince({ db, environment }: Ctx): Promise<string | null> {
  const { createdAt } = transactions;
  const mine = eq(transactions.environment, environment);
  const [oldest] = await db.select({ createdAt }).from(transactions).where(mine).orderBy(asc(createdAt)).limit(1);
  return oldest?.createdAt.toISOString() ?? null;
}

/** The order of a list; upwards it is read from its end. */
export const ordersBy = (sort: Sort, isUpwards = false): SQL[] => inOrder(transactions, sort, isUpwards);

type Placed = Record<"amount" | "createdAt" | "id", AnyPgColumn>;

function inOrder({ amount, createdAt, id }: Placed, sort: Sort, isUpwards: boolean): SQL[] {
  const way = goesDown(sort, isUpwards) ? desc : asc;
  return isByAmount(sort) ? [way(amount), way(createdAt), way(id)] : [way(createdAt), way(id)];
}

/** From the newest or the largest downwards, or from the oldest or the smallest upwards. */
const goesDown = (sort: Sort, isUpwards: boolean) => (sort === "newest" || sort === "largest") !== isUpwards;

/** What the filter lets through. */
export function ordersWhere({ environment }: Pick<Ctx, "environment">, filter: OrderFilter) {
  const { leading, others } = conditionsOf(filter);
  return and(eq(transactions.environment, environment), ...leading, ...others);
}

/**
 * What the filter asks and on which side of the anchor an order lies: `leading` is all that one index (they are in the
 * migrations) knows of, so that its entries between two places are exactly those; `others` is asked of each.
 */
function conditionsOf(filter: OrderFilter, anchor?: Anchored): Record<"leading" | "others", SQL[]> & { lead: Part[] } {
  const { type, evidence, currency, player, sort } = filter;
  const down = goesDown(sort, anchor?.kind === "before");
  const entry = anchor && { place: anchor.place, isEntered: sideOf(sort, anchor, down), down };
  const byPart = {
    type: type && eq(transactions.type, type),
    state: standing(filter),
    evidence: evidence && eq(transactions.statusSource, evidence),
    currency: currency ? eq(transactions.currency, currency) : undefined,
    player: player ? eq(transactions.playerId, player) : undefined,
    ...rangesOf(filter, entry),
  };
  const lead = leadOf(filter);
  const [leading, others]: [SQL[], SQL[]] = [[], []];
  for (const part of Object.keys(byPart) as Part[]) {
    const condition = byPart[part];
    if (condition) (lead.includes(part) ? leading : others).push(condition);
  }
  return { lead, leading, others };
}

/** What an index can lead by. `place`: between the places that the order of the list and its anchor allow. */
type Part = "type" | "state" | "evidence" | "currency" | "player" | "amount" | "days" | "place";

/** Of the indexes that lead to this list in its order, the one that knows most of what is asked. */
function leadOf(filter: OrderFilter): Part[] {
  const { type, state, evidence, currency, player, sort } = filter;
  const isRareState = state !== undefined && state !== "COMPLETED";
  const isRareProof = evidence !== undefined && evidence !== "query";
  const known: Part[] = ["place"];
  if (isByAmount(sort)) {
    known.push("currency");
    if (state === "contradiction") return [...known, "state"];
    if (player) return [...known, "player"];
    if (isOneDay(filter)) return [...known, "days"];
    if (state && evidence && (isRareState || isRareProof)) return [...known, "state", "evidence"];
    if (isRareState) return [...known, "state"];
    return isRareProof ? [...known, "evidence"] : known;
  }
  if (state === "contradiction") return [...known, "state", "currency"];
  if (isOneAmount(filter)) return [...known, "currency", "amount", "player"];
  if (player) return isRareState ? [...known, "player", "state"] : [...known, "player"];
  if (state && evidence && (isRareState || isRareProof)) return [...known, "state", "evidence"];
  if (isRareState) return [...known, "state", "currency"];
  if (isRareProof) return [...known, "evidence"];
  return currency ? [...known, "currency"] : type ? [...known, "type"] : known;
}

const standing = ({ state }: OrderFilter): SQL | undefined =>
  state === "contradiction" ? isNotNull(transactions.conflictAt) : state && eq(transactions.standing, state);

type End = { bound: SQL; isPast: (place: Place) => boolean };
type Ends = { low?: End | undefined; high?: End | undefined };
type Entry = { place: Place; isEntered: SQL; down: boolean };

/**
 * Of two ends the index is entered at one. Where a page begins within the range, its place says all that the bound on
 * that side would say; where it begins outside, the bound does.
 */
function within({ low, high }: Ends, entry?: Entry): SQL | undefined {
  const [near, far] = entry?.down ? [high, low] : [low, high];
  const bounds = [entry && !near?.isPast(entry.place) ? entry.isEntered : near?.bound, far?.bound];
  return and(...bounds);
}

/** Tokyo days, half-open: from the first moment of the first day to the first after the last. */
function daysOf(filter: OrderFilter): Ends {
  const { from, before } = tokyoDaysRange(filter);
  const { createdAt } = transactions;
  return {
    low: from ? { bound: gte(createdAt, from), isPast: ({ at }) => new Date(at) < from } : undefined,
    high: before ? { bound: lt(createdAt, before), isPast: ({ at }) => new Date(at) >= before } : undefined,
  };
}

const isOneDay = ({ from, to }: OrderFilter) => from !== undefined && from === to;

const isOneAmount = ({ least, most }: OrderFilter) =>
  least !== undefined && most !== undefined && compareAmounts(least, most) === 0;

/** The order of the list knows one range, and where its anchor lies; the other is asked beside it. */
function rangesOf(filter: OrderFilter, entry?: Entry): Record<"days" | "amount" | "place", SQL | undefined> {
  const { sort, from, least } = filter;
  const days = daysOf(filter);
  const amounts = amountsOf(filter);
  if (isByAmount(sort)) {
    // A day by amount, as its own index has it; other indexes know times.
    const isLed = leadOf(filter).includes("days");
    const day = sql`(${transactions.createdAt} at time zone 'Asia/Tokyo')::date = ${from}::date`;
    return { days: isLed ? day : within(days), amount: undefined, place: within(amounts, entry) };
  }
  const amount = isOneAmount(filter) && least ? eq(transactions.amount, least) : within(amounts);
  return { days: undefined, amount, place: within(days, entry) };
}

function amountsOf({ least, most }: OrderFilter): Ends {
  const { amount } = transactions;
  return {
    low: least ? { bound: gte(amount, least), isPast: (place) => compareAmounts(place.amount, least) < 0 } : undefined,
    high: most ? { bound: lte(amount, most), isPast: (place) => compareAmounts(place.amount, most) > 0 } : undefined,
  };
}

/** Row values, never OR: a page in the middle is read from the index exactly where it begins. */
function sideOf(sort: Sort, { kind, place }: Anchored, down: boolean): SQL {
  const { amount, createdAt, id } = transactions;
  const side = sql.raw(`${down ? "<" : ">"}${kind === "with" ? "=" : ""}`);
  const key = isByAmount(sort) ? sql`(${amount}, ${createdAt}, ${id})` : sql`(${createdAt}, ${id})`;
  const { at } = place;
  const value = isByAmount(sort)
    ? sql`(${place.amount}::numeric, ${at}::timestamptz, ${place.id}::uuid)`
    : sql`(${at}::timestamptz, ${place.id}::uuid)`;
  return sql`${key} ${side} ${value}`;
}
