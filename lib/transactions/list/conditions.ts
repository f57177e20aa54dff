import "server-only";
import { and, asc, desc, eq, gte, isNotNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { compareAmounts } from "@/lib/money/amount";
import { tokyoDaysRange } from "@/lib/time";
import type { Anchored } from "@/lib/transactions/schema";
import { type Cursor, isByAmount, type OrderFilter, type Sort } from "./filter";
import { wasOpenAt } from "./open-at";

/*
 * Which orders a list shows and in which order, as conditions that the indexes of the list answer.
 */

/** The order of a list; upwards it is read from its end. */
export const ordersBy = (sort: Sort, isUpwards = false): SQL[] => inOrder(transactions, sort, isUpwards);

type Placed = Record<"amount" | "createdAt" | "id", AnyPgColumn>;

export function inOrder({ amount, createdAt, id }: Placed, sort: Sort, isUpwards: boolean): SQL[] {
  const way = goesDown(sort, isUpwards) ? desc : asc;
  return isByAmount(sort) ? [way(amount), way(createdAt), way(id)] : [way(createdAt), way(id)];
}

/** From the newest or the largest downwards, or from the oldest or the smallest upwards. */
export const goesDown = (sort: Sort, isUpwards = false) => (sort === "newest" || sort === "largest") !== isUpwards;

/** What the filter lets through. */
export function ordersWhere({ environment }: Pick<Ctx, "environment">, filter: OrderFilter) {
  const { leading, others } = conditionsOf(filter);
  return and(eq(transactions.environment, environment), ...leading, ...others);
}

/**
 * What the filter asks and on which side of the anchor an order lies: `leading` is all that one index (they are in the
 * migrations) knows of, so that its entries between two places are exactly those; `others` is asked of each.
 */
export function conditionsOf(filter: OrderFilter, anchor?: Anchored): Record<"leading" | "others", SQL[]> {
  const { type, evidence, currency, player, sort } = filter;
  const down = goesDown(sort, anchor?.kind === "before");
  const entry = anchor && { place: anchor.place, isEntered: sideOf(sort, anchor, down), down };
  const byPart = {
    type: type && eq(transactions.type, type),
    state: standing(filter),
    evidence: evidence && eq(transactions.statusSource, evidence),
    currency: currency ? eq(transactions.currency, currency) : undefined,
    player: player ? eq(transactions.playerId, player) : undefined,
    paid: paidWithin(filter),
    open: openOn(filter),
    ...rangesOf(filter, entry),
  };
  const lead = leadOf(filter);
  const [leading, others]: [SQL[], SQL[]] = [[], []];
  for (const part of Object.keys(byPart) as Part[]) {
    const condition = byPart[part];
    if (condition) (lead.includes(part) ? leading : others).push(condition);
  }
  return { leading, others };
}

/** What an index can lead by. `place`: between the places that the order of the list and its anchor allow. */
type Part = "type" | "state" | "evidence" | "currency" | "player" | "amount" | "days" | "paid" | "open" | "place";

/** What most orders are: the indexes of states and of evidence leave it out. */
const MOST = new Set<string>(["COMPLETED", "query"]);

/** Of the indexes that lead to this list in its order, the one that knows most of what is asked. */
function leadOf(filter: OrderFilter): Part[] {
  const { type, state, evidence, currency, player, sort } = filter;
  const isRareState = state !== undefined && !MOST.has(state);
  const isRareProof = evidence !== undefined && !MOST.has(evidence);
  const known: Part[] = ["place"];
  if (isByAmount(sort)) {
    known.push("currency");
    if (state === "contradiction") return [...known, "state"];
    if (player) return [...known, "player"];
    if (isOneDay(filter)) return [...known, "days"];
    if (isRareState) return [...known, "state"];
    return isRareProof ? [...known, "evidence"] : known;
  }
  if (state === "contradiction") return [...known, "state", "currency"];
  if (isOneAmount(filter)) return [...known, "currency", "amount", "player"];
  if (player) return [...known, "player"];
  if (isPaidOnOneDay(filter)) return [...known, "paid"];
  if (state && evidence && (isRareState || isRareProof)) return [...known, "state", "evidence"];
  if (isRareState) return [...known, "state", "currency"];
  if (isRareProof) return [...known, "evidence"];
  return currency ? [...known, "currency"] : type ? [...known, "type"] : known;
}

/** Not all that an index leads to is of this list: it is looked at one by one. */
export const isSifted = (filter: OrderFilter) => conditionsOf(filter).others.length > 0;

/** Orders next to each other in this list lie anywhere among all: by amount, of more than a day. */
export const isScattered = (filter: OrderFilter) => isByAmount(filter.sort) && !leadOf(filter).includes("days");

const standing = ({ state }: OrderFilter): SQL | undefined =>
  state === "contradiction" ? isNotNull(transactions.discrepancyAt) : state && eq(transactions.displayStatus, state);

type End = { bound: SQL; isPast: (place: Cursor) => boolean };
type Ends = { low?: End | undefined; high?: End | undefined };
type Entry = { place: Cursor; isEntered: SQL; down: boolean };

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

const isPaidOnOneDay = ({ paidFrom, paidTo }: OrderFilter) => paidFrom !== undefined && paidFrom === paidTo;

/** Paid on these Tokyo days. One day as its index has it; of more, each order is looked at. */
function paidWithin(filter: OrderFilter): SQL | undefined {
  const { paidFrom, paidTo } = filter;
  const { paidAt } = transactions;
  if (leadOf(filter).includes("paid"))
    return and(sql`(${paidAt} at time zone 'Asia/Tokyo')::date = ${paidFrom}::date`, isNotNull(paidAt));
  const { from, before } = tokyoDaysRange({ from: paidFrom, to: paidTo });
  return and(from ? gte(paidAt, from) : undefined, before ? lt(paidAt, before) : undefined);
}

function openOn(filter: OrderFilter): SQL | undefined {
  const { before } = tokyoDaysRange({ to: filter.openOn });
  return before ? wasOpenAt(before) : undefined;
}

export const hasRange = (filter: OrderFilter) => (filter.least ?? filter.most) !== undefined && !isOneAmount(filter);

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
