import "server-only";
import { and, asc, desc, eq, gte, isNotNull, lt, lte, type SQL, sql } from "drizzle-orm";
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
  const [found, news, since] = await Promise.all([
    ctx.db
      .select({ order: LISTED, at: EXACT_AT })
      .from(transactions)
      .where(ordersWhere(ctx, filter, anchor))
      .orderBy(...ordersBy(filter.sort, isUpwards))
      .limit(limit + 1),
    stays ? countAbove(ctx, filter, stays.place) : 0,
    knownSince(ctx),
  ]);
  // Too few above: then this is the top, and a whole page is shown from there.
  if (isUpwards && found.length <= limit) return listOrders(ctx, filter);

  const shown = found.slice(0, limit);
  const rows = isUpwards ? shown.reverse() : shown;
  const places = rows.map(({ order: { amount, id }, at }) => writePlace({ amount, at, id }));
  const [first = null, last = null] = [places.at(0), places.at(-1)];
  return {
    rows: rows.map(({ order }) => transactionRow(order)),
    top: stays ? writePlace(stays.place) : first,
    above: anchor && !(stays && news === 0) ? first : null,
    below: isUpwards || found.length > limit ? last : null,
    ...{ news, since },
  };
}

/** In microseconds, as the row has it: a place that is less exact would leave out or repeat what lies beside it. */
const EXACT_AT = sql<string>`to_char(${transactions.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** A hundred are "a hundred or more". */
const NEWS_MAX = 100;

/** How many orders of this list stand above a place, as far as anybody wants to know. */
async function countAbove({ db, environment }: Ctx, filter: OrderFilter, place: Place): Promise<number> {
  const above = db
    .select({ id: transactions.id })
    .from(transactions)
    .where(ordersWhere({ environment }, filter, { kind: "before", place }))
    .limit(NEWS_MAX)
    .as("above");
  return db.$count(above);
}

/** Since when orders are known here: the service lists none, so there may be older ones. */
async function knownSince({ db, environment }: Ctx): Promise<string | null> {
  const { createdAt } = transactions;
  const mine = eq(transactions.environment, environment);
  const [oldest] = await db.select({ createdAt }).from(transactions).where(mine).orderBy(asc(createdAt)).limit(1);
  return oldest?.createdAt.toISOString() ?? null;
}

/** The order of a list; upwards it is read from its end. */
export function ordersBy(sort: Sort, isUpwards = false): SQL[] {
  const { amount, createdAt, id } = transactions;
  const way = goesDown(sort, isUpwards) ? desc : asc;
  return isByAmount(sort) ? [way(amount), way(createdAt), way(id)] : [way(createdAt), way(id)];
}

/** From the newest or the largest downwards, or from the oldest or the smallest upwards. */
const goesDown = (sort: Sort, isUpwards: boolean) => (sort === "newest" || sort === "largest") !== isUpwards;

/** What the filter lets through, and of that what lies on the asked side of the anchor. */
export function ordersWhere({ environment }: Pick<Ctx, "environment">, filter: OrderFilter, anchor?: Anchored) {
  const { type, evidence, currency, player, sort } = filter;
  const down = goesDown(sort, anchor?.kind === "before");
  const entry = anchor && { place: anchor.place, isEntered: sideOf(sort, anchor, down), down };
  return and(
    eq(transactions.environment, environment),
    type && eq(transactions.type, type),
    standing(filter),
    evidence && eq(transactions.statusSource, evidence),
    currency ? eq(transactions.currency, currency) : undefined,
    player ? eq(transactions.playerId, player) : undefined,
    ...(isByAmount(sort)
      ? [...dayOf(filter), ...within(amountsOf(filter), entry)]
      : [...within(daysOf(filter), entry), ...within(amountsOf(filter))]),
  );
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
function within({ low, high }: Ends, entry?: Entry): SQL[] {
  const [near, far] = entry?.down ? [high, low] : [low, high];
  const bounds = [entry && !near?.isPast(entry.place) ? entry.isEntered : near?.bound, far?.bound];
  return bounds.filter((bound) => bound !== undefined);
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

/**
 * A day by amount, as its own index has it. Where something else leads to few orders of that day, what leads there
 * knows times.
 */
function dayOf(filter: OrderFilter): SQL[] {
  const { from, to, state, evidence, player } = filter;
  if (from === undefined || from !== to) return within(daysOf(filter));
  const day = sql`(${transactions.createdAt} at time zone 'Asia/Tokyo')::date = ${from}::date`;
  return state || evidence || player ? [day, ...within(daysOf(filter))] : [day];
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
