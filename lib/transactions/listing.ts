import "server-only";
import { and, asc, count, eq, or, sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { conditionsOf, inOrder, ordersBy } from "./leading";
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
