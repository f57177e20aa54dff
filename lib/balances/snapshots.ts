import "server-only";
import { and, desc, eq, gte, lt, lte, max, min, sql } from "drizzle-orm";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import type { Ctx } from "@/lib/auth/context";
import type { BalancePoint } from "./schema";

/* What the console kept of the service's answers. */

/** The console asks every minute. What is said again after a longer silence is another answer. */
export const SILENCE_MS = 10 * 60_000;

type From = Pick<Ctx, "db" | "environment">;
export type Snapshot = typeof balanceSnapshots.$inferSelect;

const { available, ledger, firstSeenAt, lastSeenAt } = balanceSnapshots;

const of = ({ environment }: From, currency: string) =>
  and(eq(balanceSnapshots.environment, environment), eq(balanceSnapshots.currency, currency));

/** The last answer for each currency. */
export const newestBalances = ({ db, environment }: From): Promise<Snapshot[]> =>
  db
    .selectDistinctOn([balanceSnapshots.currency])
    .from(balanceSnapshots)
    .where(eq(balanceSnapshots.environment, environment))
    .orderBy(balanceSnapshots.currency, desc(balanceSnapshots.id));

/** What was available at that moment, for each currency that had been asked about within `SILENCE_MS` before. */
export async function availableAt({ db, environment }: From, at: Date) {
  const since = new Date(at.getTime() - SILENCE_MS);
  const rows = await db
    .selectDistinctOn([balanceSnapshots.currency], { currency: balanceSnapshots.currency, available })
    .from(balanceSnapshots)
    .where(and(eq(balanceSnapshots.environment, environment), lt(firstSeenAt, at), gte(lastSeenAt, since)))
    .orderBy(balanceSnapshots.currency, desc(firstSeenAt));
  return new Map(rows.map((row) => [row.currency, row.available]));
}

const TREND_HOURS = 24;

/** For small lines: what was available at the end of each of the last hours, null where it was not asked for. */
export async function availableByHour({ db, environment }: From, currencies: string[], now: Date) {
  const { rows } = await db.execute<{ currency: string; trend: (string | null)[] }>(sql`
    select c.currency, jsonb_agg(s.available order by moment.at) as trend
    from jsonb_array_elements_text(${JSON.stringify(currencies)}::jsonb) c(currency)
    cross join generate_series(${now}::timestamptz - ${`${TREND_HOURS} hours`}::interval, ${now}::timestamptz, '1 hour') moment(at)
    left join lateral (
      select case when last_seen_at >= moment.at - ${`${SILENCE_MS} milliseconds`}::interval then available::text end as available
      from balance_snapshots
      where environment = ${environment} and currency = c.currency and first_seen_at <= moment.at
      order by first_seen_at desc limit 1
    ) s on true
    group by c.currency`);
  return new Map(rows.map(({ currency, trend }) => [currency, trend]));
}

/** What was known when the range began; nothing, where the last answer was more than `SILENCE_MS` before it. */
export async function lastBefore(ctx: From, currency: string, from: Date): Promise<BalancePoint[]> {
  const rows = await ctx.db
    .select({ available, ledger, until: lastSeenAt })
    .from(balanceSnapshots)
    .where(and(of(ctx, currency), lte(firstSeenAt, from)))
    .orderBy(desc(firstSeenAt))
    .limit(1);
  const at = from.toISOString();
  const since = new Date(from.getTime() - SILENCE_MS);
  return rows
    .filter(({ until }) => until >= since)
    .map(({ until, ...row }) => ({ ...row, at, until: (until < from ? from : until).toISOString() }));
}

type Span = { from: Date; until: Date; stepSeconds: number };

/** However often a balance moved, a chart gets no more points than it can draw: the last of each step. */
export async function lastOfEachStep(ctx: From, currency: string, span: Span): Promise<BalancePoint[]> {
  // Written out: as a parameter it would be a different expression in each of the two places.
  const width = sql.raw(`'${span.stepSeconds} seconds'`);
  const step = sql`date_bin(${width}, ${firstSeenAt}, timestamptz 'epoch')`;
  const rows = await ctx.db
    .selectDistinctOn([step], { at: firstSeenAt, until: lastSeenAt, available, ledger })
    .from(balanceSnapshots)
    .where(within(ctx, currency, span))
    .orderBy(step, desc(firstSeenAt));
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), until: row.until.toISOString() }));
}

/** What was available at least and at most, by every answer that came first within the span. */
export async function availableWithin(
  ctx: From,
  currency: string,
  span: Pick<Span, "from" | "until">,
): Promise<{ lowest: string | null; highest: string | null } | undefined> {
  const [found] = await ctx.db
    .select({ lowest: min(available), highest: max(available) })
    .from(balanceSnapshots)
    .where(within(ctx, currency, span));
  return found;
}

const within = (ctx: From, currency: string, { from, until }: Pick<Span, "from" | "until">) =>
  and(of(ctx, currency), gte(firstSeenAt, from), lte(firstSeenAt, until));

export async function firstSnapshot(ctx: From, currency: string): Promise<Date | undefined> {
  const [first] = await ctx.db
    .select({ firstSeenAt })
    .from(balanceSnapshots)
    .where(of(ctx, currency))
    .orderBy(firstSeenAt)
    .limit(1);
  return first?.firstSeenAt;
}
