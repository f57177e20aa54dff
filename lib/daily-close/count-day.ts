import "server-only";
import { and, asc, eq, isNotNull, isNull, lt, min, type SQL, sql } from "drizzle-orm";
import { alias, union } from "drizzle-orm/pg-core";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { isFinalReport, reports } from "@/drizzle/schema/evidence";
import { movedAmount, standsStill, transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Db, Tx } from "@/lib/db/connection";
import { ISO } from "@/lib/reconciliation/movements/read-movements";
import { endedFrom, inFlightSince } from "@/lib/transactions/list/open-at";
import { addUp } from "./figures";
import type { Completed, DayFigures, DayView, EdgeBalance, Sum } from "./schema";

const r = alias(reports, "r");
const t = alias(transactions, "t");

type From = { db: Db | Tx; environment: Ctx["environment"] };
type Day = { from: Date; before: Date };

const NONE: Sum = { count: 0, amount: "0" };
const NOTHING: Completed = { ...NONE, fees: "0", net: "0" };

/** Every currency's figures for one Tokyo day, counted from the record as it is now. */
export async function countDay(ctx: From, day: Day): Promise<DayFigures[]> {
  // One after another: in a transaction they share a connection, which runs one query at a time. First of all the payments,
  // as those that are learned from now on are marked as learned after the close.
  const completed = await completedWithin(ctx, day);
  const opening = await balancesAt(ctx, day.from);
  const closing = await balancesAt(ctx, day.before);
  const open = await openAt(ctx, day.before);
  const doubtful = await doubtfulUntil(ctx, day.before);
  const rows = [...completed, ...open, ...doubtful];
  const currencies = new Set([...opening.keys(), ...closing.keys(), ...rows.map(({ currency }) => currency)]);
  return [...currencies].toSorted().map((currency) => {
    const { unknown, discrepancies } = doubtful.find((row) => row.currency === currency) ?? {};
    return addUp({
      currency,
      opening: opening.get(currency) ?? null,
      closing: closing.get(currency) ?? null,
      deposits: of(completed, currency, "DEPOSIT") ?? NOTHING,
      withdrawals: of(completed, currency, "WITHDRAW") ?? NOTHING,
      depositsInFlight: of(open, currency, "DEPOSIT") ?? NONE,
      withdrawalsInFlight: of(open, currency, "WITHDRAW") ?? NONE,
      unknown: unknown ?? NONE,
      discrepancies: discrepancies ?? 0,
    });
  });
}

/** More than these are found in the list of transactions. */
const NAMED = 100;
const named = <T>(rows: T[]) => ({ orders: rows.slice(0, NAMED), hasMore: rows.length > NAMED });

type Typed<T> = { currency: string; type: string; figures: T };

const of = <T>(rows: Typed<T>[], currency: string, type: string) =>
  rows.find((row) => row.currency === currency && row.type === type)?.figures;

/** What moved the balance. */
const NET = movedAmount(t);

/** Paid on the day, by the service's time where it named one. */
const paidWithin = ({ from, before }: { from: Date | SQL; before: Date }) =>
  sql`t.status = 'COMPLETED' and t.ended_at >= ${from} and t.ended_at < ${before}`;

/** The service is asked every minute. An answer that is older than this at midnight is old. */
const RECENT_MS = 10 * 60_000;

type ReadBalance = Omit<EdgeBalance, "paidAfter"> & { currency: string; paidAfter: EdgeBalance["paidAfter"] | null };

/**
 * The last answer before that moment, with what was paid between the two by the service's time: what was merely learned
 * then may have been in that answer. One that was given again and again lasts until the last time it was given. Of an old
 * one nothing is left out: the difference has what was paid since, and asks for a reason.
 */
async function balancesAt({ db, environment }: From, at: Date): Promise<Map<string, EdgeBalance>> {
  const since = new Date(at.getTime() - RECENT_MS);
  const { rows } = await db.execute<ReadBalance>(sql`
    select b.currency, b.available::text, b.ledger::text, ${ISO(sql`b.at`)} as "asOf", paid.after as "paidAfter"
    from (
      select distinct on (currency) currency, available, ledger, least(last_seen_at, ${at}) as at
      from balance_snapshots where environment = ${environment} and first_seen_at < ${at}
      order by currency, first_seen_at desc
    ) b left join lateral (
      select jsonb_build_object('count', count(*),
        'net', sum(case t.type when 'WITHDRAW' then -1 else 1 end * ${NET})::text) as after
      from transactions t
      where t.environment = ${environment} and t.currency = b.currency and b.at >= ${since}
        and ${paidWithin({ from: sql`b.at`, before: at })} and t.ended_at_source = 'service'
      having count(*) > 0
    ) paid on true`);
  return new Map(
    rows.map(({ currency, paidAfter, ...balance }) => [currency, paidAfter ? { ...balance, paidAfter } : balance]),
  );
}

/** What was paid on the day, however late that was learned; `late`: what was not known yet when the day ended. */
async function completedWithin({ db, environment }: From, day: Day): Promise<Typed<Completed>[]> {
  const late = sql`filter (where t.end_known_at >= ${day.before})`;
  const { rows } = await db.execute<Typed<Completed>>(sql`
    select t.currency, t.type, jsonb_build_object(
      'count', count(*), 'amount', sum(t.amount)::text, 'fees', coalesce(sum(t.fee), 0)::text, 'net', sum(${NET})::text
    ) || case when count(*) ${late} = 0 then '{}'::jsonb else jsonb_build_object(
      'late', jsonb_build_object('count', count(*) ${late}, 'net', (sum(${NET}) ${late})::text)) end as figures
    from transactions t
    where t.environment = ${environment} and ${paidWithin(day)}
    group by t.currency, t.type`);
  return rows;
}

/** Those that still are, and those that came to an end since. What operations closed by then was open no more. */
async function openAt({ db, environment }: From, at: Date): Promise<Typed<Sum>[]> {
  const { id, currency, type, amount } = transactions;
  const mine = and(eq(transactions.environment, environment), lt(transactions.createdAt, at));
  const which = (condition: SQL | undefined) =>
    db.select({ id, currency, type, amount }).from(transactions).where(and(mine, condition));
  // Each half has an index; one combined query would scan every order.
  const open = union(which(inFlightSince(at)), which(endedFrom(at))).as("open");
  const figures = sql<Sum>`jsonb_build_object('count', count(*), 'amount', sum(${open.amount})::text)`;
  return db.select({ currency: open.currency, type: open.type, figures }).from(open).groupBy(open.currency, open.type);
}

type Doubtful = { currency: string; unknown: Sum; discrepancies: number };

/** As they are now: what has been cleared up since is no longer in doubt. */
async function doubtfulUntil({ db, environment }: From, at: Date): Promise<Doubtful[]> {
  const unknown = sql`t.submission = 'unknown'`;
  const { rows } = await db.execute<Doubtful>(sql`
    select t.currency, (count(*) filter (where t.discrepancy_at is not null and t.resolved_at is null))::int as discrepancies, jsonb_build_object(
      'count', count(*) filter (where ${unknown}), 'amount', coalesce(sum(t.amount) filter (where ${unknown}), 0)::text
    ) as unknown
    from transactions t
    where t.environment = ${environment} and t.created_at < ${at} and ${standsStill(t)}
    group by t.currency`);
  return rows;
}

/** Orders created on the day that came to an end after it was closed, newest first; `learnedLate` has those paid on the day. */
export async function settledSince({ db, environment }: From, day: Day, closedAt: Date) {
  const { rows } = await db.execute<DayView["settledSince"][number]>(sql`
    select t.reference_id as "referenceId", r.status, t.amount::text, t.currency, ${ISO(sql`r.at`)} as at
    from reports r join transactions t on t.id = r.transaction_row
    where ${isFinalReport(r)} and r.at > ${closedAt} and t.environment = ${environment}
      and t.created_at >= ${day.from} and t.created_at < ${day.before} and not (${paidWithin(day)})
    order by r.at desc limit ${NAMED + 1}`);
  return named(rows);
}

/** Paid on the day, and not known yet when the day ended: what was learned last comes first. */
export async function learnedLate({ db, environment }: From, day: Day, closedAt: Date | null) {
  const { rows } = await db.execute<DayView["learnedLate"][number]>(sql`
    select t.reference_id as "referenceId", t.type, t.currency, ${NET}::text as net,
      ${ISO(sql`t.ended_at`)} as "paidAt", ${ISO(sql`t.end_known_at`)} as "learnedAt",
      coalesce(t.end_known_at > ${closedAt}, false) as "isSinceClose"
    from transactions t
    where t.environment = ${environment} and ${paidWithin(day)} and t.end_known_at >= ${day.before}
    order by t.end_known_at desc, t.id limit ${NAMED + 1}`);
  return named(rows);
}

/** Whether the first order or balance is from before that moment. A day before both has no figures to close. */
export async function isKnownBy(ctx: From, at: Date): Promise<boolean> {
  const since = await knownSince(ctx);
  return since !== null && since < at;
}

type Selecting = Pick<From, "environment"> & { db: Pick<Db, "select"> };

/** An order that was made elsewhere may be older than what is known here: it counts from when it was first seen. */
export async function knownSince({ db, environment }: Selecting): Promise<Date | null> {
  const { createdAt, firstSeenAt } = transactions;
  const mine = eq(transactions.environment, environment);
  const [own] = await db
    .select({ at: createdAt })
    .from(transactions)
    .where(and(mine, isNull(firstSeenAt)))
    .orderBy(asc(createdAt))
    .limit(1);
  const [balance] = await db
    .select({ at: min(balanceSnapshots.firstSeenAt) })
    .from(balanceSnapshots)
    .where(eq(balanceSnapshots.environment, environment));
  const first = earliest(own?.at, balance?.at);
  // Only an order that was created before these can have been seen before these.
  const earlier = first ? lt(createdAt, first) : undefined;
  const [seen] = await db
    .select({ at: min(firstSeenAt) })
    .from(transactions)
    .where(and(mine, isNotNull(firstSeenAt), earlier));
  return earliest(first, seen?.at);
}

const earliest = (...moments: (Date | null | undefined)[]): Date | null =>
  moments.filter((at) => at instanceof Date).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
