import "server-only";
import { and, count, eq, gte, sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { addAmounts } from "@/lib/money/amount";
import { DAY_MS, tokyoDayOf } from "@/lib/time";
import { closedSince } from "./closed";
import type { Flow, VolumeView } from "./schema";

const WEEK_MS = 7 * DAY_MS;
const HOURS = 24;

/** What ended unpaid in an hour counts for the success rate alone. */
type Row = {
  currency: string;
  type: string;
  isToday: boolean;
  hour: number;
  amount: string;
  paid: number;
  unpaid: number;
};

/** What was paid today by Tokyo hour beside the same weekday last week, and how much of what ended was paid. */
export async function getVolume(ctx: Ctx): Promise<VolumeView> {
  requirePermission(ctx, "transactions:read");
  const now = ctx.now();
  const today = tokyoDayOf(now);
  const [rows, orders, closed] = await Promise.all([
    endedByHour(ctx, today, now),
    ctx.db
      .select({ all: count() })
      .from(transactions)
      .where(and(eq(transactions.environment, ctx.environment), gte(transactions.createdAt, today.from))),
    closedSince(ctx, today.from),
  ]);
  const currencies = [...new Set(rows.map(({ currency }) => currency))].toSorted(yenFirst);
  const flow = (currency: string, type: string) =>
    flowOf(rows.filter((row) => row.currency === currency && row.type === type));
  return {
    from: today.from.toISOString(),
    hour: Math.floor((now.getTime() - today.from.getTime()) / (DAY_MS / HOURS)),
    orders: orders[0]?.all ?? 0,
    closed,
    currencies: currencies.map((currency) => ({
      currency,
      deposits: flow(currency, "DEPOSIT"),
      withdrawals: flow(currency, "WITHDRAW"),
    })),
  };
}

const yenFirst = (a: string, b: string) => Number(b === "JPY") - Number(a === "JPY") || a.localeCompare(b);

/**
 * By the time of the end, which has an index. The whole day of last week is drawn, but its orders that ended unpaid are
 * counted until this time of day only, as its success rate is compared with that of a day in progress.
 */
async function endedByHour({ db, environment }: Ctx, today: { from: Date; before: Date }, now: Date): Promise<Row[]> {
  const weekBefore = (at: Date) => new Date(at.getTime() - WEEK_MS);
  const endedAt = transactions.endedAt;
  const within = (from: Date, before: Date) => sql`(${endedAt} >= ${from} and ${endedAt} < ${before})`;
  const isToday = sql<boolean>`(${endedAt} >= ${today.from})`;
  const hour = sql<number>`extract(hour from ${endedAt} at time zone 'Asia/Tokyo')::int`;
  const isPaid = sql`${transactions.status} = 'COMPLETED'`;
  const isCompared = sql`(${endedAt} >= ${today.from} or ${endedAt} <= ${weekBefore(now)})`;
  return (
    db
      .select({
        currency: transactions.currency,
        type: transactions.type,
        isToday,
        hour,
        amount: sql<string>`coalesce(sum(${transactions.amount}) filter (where ${isPaid}), 0)::text`,
        paid: sql<number>`(count(*) filter (where ${isPaid} and ${isCompared}))::int`,
        unpaid: sql<number>`(count(*) filter (where not ${isPaid} and ${isCompared}))::int`,
      })
      .from(transactions)
      .where(
        and(
          eq(transactions.environment, environment),
          sql`(${within(today.from, today.before)} or ${within(weekBefore(today.from), weekBefore(today.before))})`,
        ),
      )
      // By their place: as parameters the expressions would differ from those that are selected.
      .groupBy(transactions.currency, transactions.type, sql`3`, sql`4`)
  );
}

function flowOf(rows: Row[]): Flow {
  const [today, lastWeek] = [rows.filter(({ isToday }) => isToday), rows.filter(({ isToday }) => !isToday)];
  return {
    amount: today.map(({ amount }) => amount).reduce(addAmounts, "0"),
    count: today.reduce((all, { paid }) => all + paid, 0),
    successRate: rateOf(today),
    successRateBefore: rateOf(lastWeek),
    today: byHour(today),
    lastWeek: byHour(lastWeek),
  };
}

/** Between 0 and 1; null where nothing ended. */
function rateOf(rows: Row[]): number | null {
  const paid = rows.reduce((all, row) => all + row.paid, 0);
  const ended = rows.reduce((all, row) => all + row.paid + row.unpaid, 0);
  return ended === 0 ? null : paid / ended;
}

const byHour = (rows: Row[]) =>
  Array.from({ length: HOURS }, (_, hour) => rows.find((row) => row.hour === hour)?.amount ?? "0");
