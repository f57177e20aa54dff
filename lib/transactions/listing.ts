import "server-only";
import { count, sql } from "drizzle-orm";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { type OrderFilter, type Place, type Sort, writePlace } from "./place";
import type { OrderPage, OrdersAsked } from "./schema";
import { transactionRow } from "./view";
import { knownSince, placeOf, walk, walkOf } from "./walking";

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
    ...{ partial, since: since?.toISOString() ?? null, news: news.count, isNewsPart: news.isPart },
  };
}

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
