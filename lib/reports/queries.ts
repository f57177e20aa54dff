import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { knownSince } from "@/lib/daily-close/count-day";
import { readFresh, readRecent } from "@/lib/db/replica";
import { KNOWN_CURRENCIES } from "@/lib/money/currencies";
import { tokyoDay, tokyoDaysRange } from "@/lib/time";
import type { ReportFilter } from "./filter";
import { periodsOf } from "./periods";
import { REQUESTED_FIGURES } from "./requested-figures";
import {
  type PaidFigures,
  type Report,
  type ReportAsked,
  type ReportRow,
  type RequestedFigures,
  reportFilter,
} from "./schema";

const t = transactions;

const NONE_PAID: PaidFigures = { paid: 0, volume: "0", fees: "0", withoutFee: 0, median: null, p95: null };
const NONE_REQUESTED: RequestedFigures = {
  requested: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
  resolved: 0,
  refused: 0,
};

/** Volume, fees and time to completion by the day of payment; outcomes by the day of the request. */
export async function getReport(ctx: Ctx, asked: ReportAsked): Promise<Report> {
  requirePermission(ctx, "transactions:read");
  const { value, asOf } = await readRecent(ctx, (reader) => reportOf(reader, asked));
  return { ...value, asOf: asOf?.toISOString() ?? null };
}

/** The same with all that was recorded up to now, for a file. */
export async function getReportNow(ctx: Ctx, asked: ReportAsked): Promise<Report> {
  requirePermission(ctx, "transactions:read");
  return readFresh(ctx, (reader) => reportOf(reader, asked));
}

async function reportOf(ctx: Ctx, asked: ReportAsked): Promise<Report> {
  const filter = reportFilter(asked, ctx.now());
  const [paid, requested, currencies, since] = await Promise.all([
    paidBy(ctx, filter),
    requestedBy(ctx, filter),
    recordedCurrencies(ctx),
    knownSince(ctx),
  ]);
  const rowOf = (key: string, span: { from: string; to: string }): ReportRow => ({
    ...span,
    ...(paid.get(key) ?? NONE_PAID),
    ...(requested.get(key) ?? NONE_REQUESTED),
  });
  const rows = periodsOf(filter).map(({ key, ...span }) => rowOf(key, span));
  const { from, to } = filter;
  return {
    ...{ filter, since: since && tokyoDay(since), rows, total: rowOf(TOTAL, { from, to }) },
    ...{ currencies, asOf: null },
  };
}

const TOTAL = "total";

/** The first Tokyo day of the period that a moment lies in; weeks begin on Monday. The total is grouped with the rest. */
const periodOf = ({ unit }: ReportFilter, at: SQL) =>
  sql`to_char(date_trunc(${sql.raw(`'${unit}'`)}, ${at} at time zone 'Asia/Tokyo'), 'YYYY-MM-DD')`;

const within = (filter: ReportFilter, at: SQL) => {
  const { from, before } = tokyoDaysRange(filter);
  return sql`${at} >= ${from} and ${at} < ${before}`;
};

const mine = ({ environment }: Ctx, { currency, type }: ReportFilter) =>
  sql`${t.environment} = ${environment} and ${t.currency} = ${currency} and ${t.type} = ${type}`;

type Keyed<Figures> = Figures & { period: string };

const byPeriod = <Figures>(rows: Keyed<Figures>[]) => new Map<string, Figures>(rows.map((row) => [row.period, row]));

/** Only what a signed report or a query said to be completed has this status. A time that runs backwards is no time. */
async function paidBy(ctx: Ctx, filter: ReportFilter) {
  const at = sql`${t.endedAt}`;
  const seconds = sql`extract(epoch from ${t.endedAt} - ${t.createdAt})`;
  const isTimed = sql`filter (where ${t.endedAt} >= ${t.createdAt})`;
  const percentile = (share: number) =>
    sql`(percentile_cont(${sql.raw(String(share))}) within group (order by ${seconds}) ${isTimed})::float8`;
  const { rows } = await ctx.db.execute<Keyed<PaidFigures>>(sql`
    select coalesce(period, ${TOTAL}) as period, count(*)::int as paid, sum(amount)::text as volume,
      coalesce(sum(fee), 0)::text as fees, (count(*) filter (where fee is null))::int as "withoutFee",
      ${percentile(0.5)} as median, ${percentile(0.95)} as p95
    from (
      select ${periodOf(filter, at)} as period, ${t.amount}, ${t.fee}, ${t.endedAt}, ${t.createdAt}
      from ${t} where ${mine(ctx, filter)} and ${t.status} = 'COMPLETED' and ${within(filter, at)}
    ) as ${t}
    group by grouping sets ((period), ())
    having count(*) > 0`);
  return byPeriod(rows);
}

async function requestedBy(ctx: Ctx, filter: ReportFilter) {
  const at = sql`${t.createdAt}`;
  const figures = Object.entries(REQUESTED_FIGURES).map(([name, figure]) => sql`${figure} as ${sql.identifier(name)}`);
  const { rows } = await ctx.db.execute<Keyed<RequestedFigures>>(sql`
    select coalesce(period, ${TOTAL}) as period, ${sql.join(figures, sql`, `)}
    from (
      select ${periodOf(filter, at)} as period, ${t.displayStatus}
      from ${t} where ${mine(ctx, filter)} and ${within(filter, at)}
    ) as ${t}
    group by grouping sets ((period), ())
    having count(*) > 0`);
  return byPeriod(rows);
}

/** By a loose scan of the index on amounts: one step for each currency, however many orders there are. */
async function recordedCurrencies({ db, environment }: Ctx): Promise<string[]> {
  const next = (after: SQL) =>
    sql`(select ${t.currency} from ${t} where ${t.environment} = ${environment} and ${t.currency} > ${after}
      order by ${t.currency} limit 1)`;
  const { rows } = await db.execute<{ currency: string }>(sql`
    with recursive found(currency) as (
      select ${next(sql`''`)} union all select ${next(sql`found.currency`)} from found where found.currency is not null
    ) select currency from found where currency is not null`);
  const recorded = rows.map(({ currency }) => currency);
  return [...new Set([...KNOWN_CURRENCIES, ...recorded])];
}
