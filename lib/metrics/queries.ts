import "server-only";
import { and, count, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { deliveries } from "@/drizzle/schema/deliveries";
import { circuitBreakers } from "@/drizzle/schema/polling";
import { standsStill, transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { REFUSALS, type Refusal } from "@/lib/callbacks/delivery";
import { KNOWN_CURRENCIES } from "@/lib/money/currencies";

/** The figures of one environment. Seconds are by the database's clock; null: never. */
export type EnvironmentFigures = {
  unknownWithdrawals: number;
  oldestUnknownSeconds: number;
  /** Approved or in need of no approval, held by nothing, and not sent. */
  unsentWithdrawals: number;
  oldestUnsentSeconds: number;
  openDiscrepancies: number;
  /** Deliveries that were not acknowledged within the last hour. */
  refusedDeliveries: { cause: Refusal; count: number }[];
  /** Those that were acknowledged and not judged yet. */
  unprocessedDeliveries: number;
  sinceLastAnswerSeconds: number | null;
  /** How long the service has not answered as it should; 0 while it does. */
  outageSeconds: number;
};

/** Jobs that could run now and do not yet, by their task; `givenUp` are tried no more. */
export type JobFigures = { task: string; waiting: number; oldestSeconds: number; givenUp: number };

const seconds = (since: unknown) => sql<number>`greatest(0, extract(epoch from now() - ${since}))::float8`;
const HOUR_AGO = sql`now() - interval '1 hour'`;

/** Small queries on partial indexes: metrics are scraped every few seconds. */
export async function countForMetrics(ctx: Ctx): Promise<EnvironmentFigures> {
  requirePermission(ctx, "metrics:read");
  const { db, environment } = ctx;
  const {
    environment: where,
    submission,
    type,
    discrepancyAt,
    resolvedAt,
    createdAt,
    updatedAt,
    heldAt,
  } = transactions;
  const still = and(eq(where, environment), standsStill(transactions));
  const isUnknown = and(still, eq(submission, "unknown"), eq(type, "WITHDRAW"));
  const isUnsent = and(eq(where, environment), eq(submission, "queued"), eq(type, "WITHDRAW"), isNull(heldAt));
  const { environment: at, refusal, effect, receivedAt } = deliveries;
  const isUnjudged = and(eq(at, environment), isNull(effect), isNull(refusal));
  const [[unknown], [unsent], discrepancies, refused, unprocessedDeliveries, sinceLastAnswerSeconds, [circuit]] =
    await Promise.all([
      db
        .select({ count: count(), oldest: sql<number>`coalesce(${seconds(sql`min(${createdAt})`)}, 0)` })
        .from(transactions)
        .where(isUnknown),
      db
        .select({ count: count(), oldest: sql<number>`coalesce(${seconds(sql`min(${updatedAt})`)}, 0)` })
        .from(transactions)
        .where(isUnsent),
      db.$count(transactions, and(still, isNotNull(discrepancyAt), isNull(resolvedAt))),
      db
        .select({ refusal, count: count() })
        .from(deliveries)
        .where(and(eq(at, environment), inArray(refusal, REFUSALS), gt(receivedAt, HOUR_AGO)))
        .groupBy(refusal),
      db.$count(deliveries, isUnjudged),
      sinceLastAnswer(ctx),
      db.select().from(circuitBreakers).where(eq(circuitBreakers.environment, environment)),
    ]);
  const isOut = circuit?.openUntil != null;
  return {
    unknownWithdrawals: unknown?.count ?? 0,
    oldestUnknownSeconds: unknown?.oldest ?? 0,
    unsentWithdrawals: unsent?.count ?? 0,
    oldestUnsentSeconds: unsent?.oldest ?? 0,
    openDiscrepancies: discrepancies,
    refusedDeliveries: REFUSALS.map((cause) => ({
      cause,
      count: refused.find((one) => one.refusal === cause)?.count ?? 0,
    })),
    unprocessedDeliveries,
    sinceLastAnswerSeconds,
    outageSeconds: isOut ? (sinceLastAnswerSeconds ?? 0) : 0,
  };
}

/** Balances are asked for every minute, so that the last of them tells whether the service answers. */
async function sinceLastAnswer({ db, environment }: Ctx): Promise<number | null> {
  const { rows } = await db.execute<{ since: number | null }>(sql`
    select extract(epoch from now() - max(last_seen_at))::float8 as since
    from unnest(${sql.param(KNOWN_CURRENCIES)}::text[]) as known(currency)
    cross join lateral (
      select last_seen_at from balance_snapshots s
      where s.environment = ${environment} and s.currency = known.currency order by s.id desc limit 1
    ) newest`);
  return rows[0]?.since ?? null;
}

/** What graphile-worker holds, of all environments: a job names its own, if it has one. */
export async function countJobs(ctx: Ctx): Promise<JobFigures[]> {
  requirePermission(ctx, "metrics:read");
  const { rows } = await ctx.db.execute<JobFigures>(sql`
    select task_identifier as task,
      count(*) filter (where isDue)::int as waiting,
      coalesce(max(extract(epoch from now() - run_at)) filter (where isDue), 0)::float8 as "oldestSeconds",
      count(*) filter (where attempts >= max_attempts)::int as "givenUp"
    from graphile_worker.jobs
    cross join lateral (select run_at <= now() and locked_at is null and attempts < max_attempts as isDue) due
    group by task_identifier`);
  return rows;
}
