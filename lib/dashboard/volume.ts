import "server-only";
import { and, between, eq, gte, isNull, lte, ne, or, sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { addAmounts } from "@/lib/money/amount";
import { REQUESTED_FIGURES } from "@/lib/reports/requested-figures";
import { type RequestedFigures, successRate } from "@/lib/reports/schema";
import { DAY_MS, tokyoDayOf } from "@/lib/time";
import { closedSince } from "./closed";
import type { Flow, VolumeView } from "./schema";

const WEEK_MS = 7 * DAY_MS;
const HOURS = 24;

type Of = { currency: string; type: string; isToday: boolean };
type Paid = Of & { hour: number; amount: string; count: number };
type Requested = Of & RequestedFigures;

/** What was paid today by Tokyo hour beside the same weekday last week, and the success rate of what was requested. */
export async function getVolume(ctx: Ctx): Promise<VolumeView> {
  requirePermission(ctx, "transactions:read");
  const now = ctx.now();
  const today = tokyoDayOf(now);
  const [paid, requested, closed] = await Promise.all([
    paidByHour(ctx, today),
    requestedUntilNow(ctx, today.from, now),
    closedSince(ctx, today.from),
  ]);
  const currencies = [...new Set([...paid, ...requested].map(({ currency }) => currency))].toSorted(yenFirst);
  const flow = (currency: string, type: string) => {
    const isOf = (row: Of) => row.currency === currency && row.type === type;
    return flowOf(paid.filter(isOf), requested.filter(isOf));
  };
  return {
    from: today.from.toISOString(),
    hour: Math.floor((now.getTime() - today.from.getTime()) / (DAY_MS / HOURS)),
    orders: requested.reduce((all, row) => all + (row.isToday ? row.requested : 0), 0),
    closed,
    currencies: currencies.map((currency) => ({
      currency,
      deposits: flow(currency, "DEPOSIT"),
      withdrawals: flow(currency, "WITHDRAW"),
    })),
  };
}

const yenFirst = (a: string, b: string) => Number(b === "JPY") - Number(a === "JPY") || a.localeCompare(b);

const weekBefore = (at: Date) => new Date(at.getTime() - WEEK_MS);

/** By the time of the end, which has an index; of last week the whole day, which is drawn. */
async function paidByHour({ db, environment }: Ctx, today: { from: Date; before: Date }): Promise<Paid[]> {
  const endedAt = transactions.endedAt;
  const within = (from: Date, before: Date) => sql`(${endedAt} >= ${from} and ${endedAt} < ${before})`;
  const isToday = sql<boolean>`(${endedAt} >= ${today.from})`;
  const hour = sql<number>`extract(hour from ${endedAt} at time zone 'Asia/Tokyo')::int`;
  const { currency, type, amount, status } = transactions;
  return (
    db
      .select({
        ...{ currency, type, isToday, hour },
        amount: sql<string>`sum(${amount})::text`,
        count: sql<number>`count(*)::int`,
      })
      .from(transactions)
      .where(
        and(
          eq(transactions.environment, environment),
          eq(status, "COMPLETED"),
          sql`(${within(today.from, today.before)} or ${within(weekBefore(today.from), weekBefore(today.before))})`,
        ),
      )
      // By their place: as parameters the expressions would differ from those that are selected.
      .groupBy(currency, type, sql`3`, sql`4`)
  );
}

/**
 * By the day of the request, as in reports. Of last week only until this time of day, without what ended later: its
 * success rate is compared with that of a day in progress.
 */
async function requestedUntilNow({ db, environment }: Ctx, from: Date, now: Date): Promise<Requested[]> {
  const { currency, type, createdAt, endedAt, updatedAt, displayStatus } = transactions;
  const [before, until] = [weekBefore(from), weekBefore(now)];
  const isToday = sql<boolean>`(${createdAt} >= ${from})`;
  // A refused order has no time of its end: that of its last change stands for it.
  const unlessRefusedLater = or(ne(displayStatus, "rejected"), lte(updatedAt, until));
  const unlessEndedLater = or(and(isNull(endedAt), unlessRefusedLater), lte(endedAt, until));
  return (
    db
      .select({ currency, type, isToday, ...REQUESTED_FIGURES })
      .from(transactions)
      .where(
        and(
          eq(transactions.environment, environment),
          or(gte(createdAt, from), and(between(createdAt, before, until), unlessEndedLater)),
        ),
      )
      // By its place, as above.
      .groupBy(currency, type, sql`3`)
  );
}

function flowOf(paid: Paid[], requested: Requested[]): Flow {
  const [today, lastWeek] = [paid.filter(({ isToday }) => isToday), paid.filter(({ isToday }) => !isToday)];
  return {
    amount: today.map(({ amount }) => amount).reduce(addAmounts, "0"),
    count: today.reduce((all, { count }) => all + count, 0),
    successRate: rateOf(requested.find(({ isToday }) => isToday)),
    successRateBefore: rateOf(requested.find(({ isToday }) => !isToday)),
    today: byHour(today),
    lastWeek: byHour(lastWeek),
  };
}

const rateOf = (row: Requested | undefined) => (row ? successRate(row) : null);

const byHour = (rows: Paid[]) =>
  Array.from({ length: HOURS }, (_, hour) => rows.find((row) => row.hour === hour)?.amount ?? "0");
