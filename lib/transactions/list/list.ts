import "server-only";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { OrderPage, OrdersAsked } from "@/lib/transactions/schema";
import { goesDown, isSifted } from "./conditions";
import { endOf, formatCursor } from "./filter";
import { orderRows } from "./order-rows";
import { countAbove, knownSince, placeOf, scan } from "./scan";

const PAGE = 50;

/** A hundred are "a hundred or more". */
const NEWS_MAX = 100;

/** A page of the orders that we hold, whoever created them, as far as the filter lets them through. */
export async function listOrders(ctx: Ctx, { anchor, reach, ...filter }: OrdersAsked): Promise<OrderPage> {
  requirePermission(ctx, "transactions:read");
  const isUpwards = anchor?.kind === "before";
  const stays = anchor?.kind === "with" ? anchor : null;
  const [{ found, end, begin }, news, since] = await Promise.all([
    scan(ctx, filter, { anchor, most: PAGE + 1, reach }),
    stays ? countAbove(ctx, filter, stays.place, NEWS_MAX) : { count: 0, isPart: false },
    knownSince(ctx),
  ]);
  // Too few above: then this is the top, and a whole page is shown from there.
  if (isUpwards && found.length <= PAGE && end === null) return listOrders(ctx, filter);

  const shown = found.slice(0, PAGE);
  const rows = isUpwards ? shown.reverse() : shown;
  const [first = end, last = end] = [rows.at(0), rows.at(-1)].map((row) => row && placeOf(row));
  const partial = end === null || rows.length >= PAGE ? null : isUpwards ? "above" : "below";
  const topOf = () => {
    // Where nothing is shown, nothing has to stay; and where the beginning is still looked for, it is asked for as it was.
    if ((rows.length === 0 && partial === null) || partial === "above") return null;
    return anchor === undefined ? (begin ?? first ?? null) : (first ?? null);
  };
  const hasNoneAbove = stays && news.count === 0 && !news.isPart;
  const aboveOf = () => {
    if (partial === "above") return end;
    if (!anchor || hasNoneAbove) return null;
    // Where nothing is shown, also what stands at the end of the page before is above.
    return first ?? formatCursor(endOf(anchor.place, goesDown(filter.sort)));
  };
  return {
    rows: await orderRows(ctx, rows),
    top: stays ? formatCursor(stays.place) : topOf(),
    above: aboveOf(),
    below: isUpwards || found.length > PAGE ? (last ?? null) : end,
    isSifted: isSifted(filter),
    ...{ partial, since: since?.toISOString() ?? null, news: news.count, isNewsPart: news.isPart },
  };
}
