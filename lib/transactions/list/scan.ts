import "server-only";
import { and, asc, count, eq, sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { keptOf, marksOf, stretchOf } from "@/lib/db/bounded-scan";
import { planned } from "@/lib/db/planned";
import type { Anchored } from "@/lib/transactions/schema";
import { LISTED, type ListedOrder } from "@/lib/transactions/to-view";
import { conditionsOf, goesDown, hasRange, inOrder, isScattered, ordersBy } from "./conditions";
import { type Cursor, formatCursor, isByAmount, type OrderFilter } from "./filter";

/** In microseconds, as the row has it: a place that is less exact would leave out or repeat what lies beside it. */
const EXACT_AT = sql<string>`to_char(${transactions.createdAt} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

export const placeOf = ({ amount, at, id }: Cursor): string => formatCursor({ amount, at, id });

/**
 * So many entries of an index are read for a page, whatever the filter: they are at most a dozen blocks, and where too
 * few of them fit, the page says how far it has looked, and goes on from there, in steps that may be so many times
 * (`reach`) as long. Of scattered orders each entry may cost one more look at the blocks that say which are visible: a
 * few are a step, whether or not all of them fit.
 */
const STEP = { near: 120, scattered: 8 };

type Wanted = { anchor?: Anchored | undefined; most: number; reach?: number | undefined };

/** The next orders in the list's order; those that the index does not know to be of this list are looked at one by one. */
function walkOf({ db, environment }: Ctx, filter: OrderFilter, { anchor, most, reach = 1 }: Wanted) {
  const { leading, others } = conditionsOf(filter, anchor);
  const isLoose = isScattered(filter);
  const isWhole = others.length === 0 && !isLoose;
  const size = isWhole ? most : STEP[isLoose ? "scattered" : "near"] * reach;
  const order = ordersBy(filter.sort, anchor?.kind === "before");
  const walked = db
    .select({
      ...LISTED,
      at: EXACT_AT.as("at"),
      ...marksOf(others, order),
    })
    .from(transactions)
    .where(and(eq(transactions.environment, environment), ...leading))
    .orderBy(...order)
    .limit(size)
    .as("walked");
  return { walked, size };
}

/**
 * `end`: where it stopped looking before it had found enough; null where it has enough, or there are no more. `begin`:
 * the first that was looked at, whether or not it is of this list; null where something else led to what was found.
 */
type Walked = { found: Found[]; end: string | null; begin: string | null };
type Found = ListedOrder & { at: string };

/** The next orders of the list, as far as one step goes. */
export async function scan(ctx: Ctx, filter: OrderFilter, wanted: Wanted): Promise<Walked> {
  const { anchor } = wanted;
  const isFirst = anchor === undefined || anchor.kind === "with";
  return (isFirst && (await walkFew(ctx, filter, anchor))) || walkNearest(ctx, filter, wanted);
}

async function walkFew(ctx: Ctx, filter: OrderFilter, anchor?: Anchored): Promise<Walked | null> {
  const few = await fewOf(ctx, filter);
  const first = few && anchor ? few.findIndex((order) => placeOf(order) === formatCursor(anchor.place)) : 0;
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
export async function countAbove(ctx: Ctx, filter: OrderFilter, place: Cursor, most: number) {
  const few = await fewOf(ctx, filter);
  const first = few?.findIndex((order) => placeOf(order) === formatCursor(place)) ?? -1;
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
  const { walked, size } = walkOf(ctx, filter, wanted);
  const read = await ctx.db
    .select()
    .from(walked)
    .where(keptOf(walked, size))
    .orderBy(...inOrder(walked, filter.sort, wanted.anchor?.kind === "before"))
    .limit(wanted.most + 1);
  const { found, end, first } = stretchOf(read, { most: wanted.most, size });
  return { found, end: end && placeOf(end), begin: first && placeOf(first) };
}

/** Since when orders are known here: the service lists none, so there may be older ones. */
export async function knownSince({ db, environment }: Ctx): Promise<Date | null> {
  const [first] = await oldest(db).execute({ environment });
  return first?.createdAt ?? null;
}

const oldest = planned((db) =>
  db
    .select({ createdAt: transactions.createdAt })
    .from(transactions)
    .where(eq(transactions.environment, sql.placeholder("environment")))
    .orderBy(asc(transactions.createdAt))
    .limit(1)
    .prepare("oldest order"),
);
