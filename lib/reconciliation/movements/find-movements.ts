import "server-only";
import { and, eq, gte, inArray, isNull, lte, sql } from "drizzle-orm";
import { isFinalReport, reports } from "@/drizzle/schema/evidence";
import { balanceMovements, movementNames, movementScans } from "@/drizzle/schema/movements";
import { movedAmount, transactions } from "@/drizzle/schema/transactions";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { firstSnapshot, newestBalances } from "@/lib/balances/snapshots";
import type { Tx } from "@/lib/db/connection";
import { insertRow } from "@/lib/db/insert-row";
import { lockNamed } from "@/lib/db/locks";
import { DAY_MS } from "@/lib/time";
import { matchEntries } from "../statements/match-entries";
import { type BalancePoint, type FoundMovement, isSameMovement, movementsOf } from "./movement";
import { ISO, rulesInForce } from "./read-movements";
import { namingRule } from "./rule";

/** So far back a scan begins again, so that it meets a difference that lasted long enough with what was before it. */
const OVERLAP_MS = 2 * 60 * 60_000;
/** So much is compared at a time. */
const STEP_MS = 7 * DAY_MS;
/** Where balances never agree for long, a scan does not begin more than this before now. */
const UNSETTLED_MAX_MS = DAY_MS;

/**
 * Compares what the balances did with what orders moved, up to now, and keeps the movements that no order explains. What
 * orders that became known later explain is marked so, and entries of bank statements are matched. May run twice, and in several instances.
 */
export async function findMovements(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "reconciliation:process");
  for (const { currency } of await newestBalances(ctx)) {
    await ctx.db.transaction((tx) => scan(tx, ctx, currency));
  }
  await ctx.db.transaction((tx) => matchEntries(tx, ctx));
}

async function scan(tx: Tx, ctx: Ctx, currency: string): Promise<void> {
  const { environment } = ctx;
  await lockNamed(tx, `movements ${environment} ${currency}`);
  const now = ctx.now();
  const start = await startOf(tx, ctx, currency);
  if (start === null) return;
  let from = start.getTime();
  let until: Date | null = null;
  for (;;) {
    const end = Math.min(from + STEP_MS, now.getTime());
    const points = await pointsOf(tx, ctx, { currency, from: new Date(from), before: new Date(end) });
    const { calm, movements } = movementsOf(points);
    if (calm) await keep(tx, ctx, { currency, calm, movements });
    until = calm?.until ?? until;
    if (end >= now.getTime()) break;
    from = Math.max(until?.getTime() ?? 0, end - UNSETTLED_MAX_MS) - OVERLAP_MS;
  }
  const scannedUntil = new Date(Math.max(until?.getTime() ?? 0, now.getTime() - UNSETTLED_MAX_MS));
  await tx
    .insert(movementScans)
    .values({ environment, currency, scannedUntil, scannedAt: now })
    .onConflictDoUpdate({
      target: [movementScans.environment, movementScans.currency],
      set: { scannedUntil, scannedAt: now },
    });
}

/** Two machines may differ by this. */
const CLOCKS_MS = 60_000;

/** Where the last scan ended, or before the oldest order that was reported since. Null where no balance is known. */
async function startOf(tx: Tx, ctx: Ctx, currency: string): Promise<Date | null> {
  const { environment } = ctx;
  const mine = and(eq(movementScans.environment, environment), eq(movementScans.currency, currency));
  const [last] = await tx.select().from(movementScans).where(mine);
  const first = await firstSnapshot({ db: ctx.db, environment }, currency);
  if (!last || !first) return first ?? null;
  const late = new Date(last.scannedAt.getTime() - CLOCKS_MS);
  const [reported] = await tx
    .select({ at: sql<string | null>`min(${transactions.endedAt})` })
    .from(reports)
    .innerJoin(transactions, eq(transactions.id, reports.transactionRow))
    .where(
      and(
        ...[isFinalReport(reports), gte(reports.at, late)],
        ...[eq(transactions.environment, environment), eq(transactions.currency, currency)],
      ),
    );
  const oldest = reported?.at ? new Date(reported.at).getTime() : Number.POSITIVE_INFINITY;
  const from = Math.min(last.scannedUntil.getTime(), oldest) - OVERLAP_MS;
  return new Date(Math.max(from, first.getTime()));
}

type Span = { currency: string; from: Date; before: Date };

/** Each answer from when it was first given to when it was last given, with what orders moved between. */
async function pointsOf(tx: Tx, { environment }: Ctx, { currency, from, before }: Span): Promise<BalancePoint[]> {
  const t = transactions;
  const { rows } = await tx.execute<{ at: string; ledger: string; moved: string; until: string | null }>(sql`
    with answers as (
      select greatest(first_seen_at, ${from}) as first, least(last_seen_at, ${before}) as last, ledger
      from balance_snapshots
      where environment = ${environment} and currency = ${currency} and last_seen_at >= ${from} and first_seen_at <= ${before}
    ), points as (
      select first as at, ledger, false as is_same from answers
      union all select last, ledger, true from answers where last > first
    ), spans as (select *, lag(at) over (order by at) as since from points)
    select ${ISO(sql`s.at`)} as at, s.ledger::text, coalesce(o.moved, 0)::text as moved,
      case when s.is_same then ${ISO(sql`o.first`)} end as until
    from spans s left join lateral (
      select min(${t.endedAt}) as first, sum(case ${t.type} when 'WITHDRAW' then -1 else 1 end * ${movedAmount(t)}) as moved from ${t}
      where ${t.environment} = ${environment} and ${t.currency} = ${currency} and ${t.status} = 'COMPLETED'
        and ${t.endedAt} > s.since and ${t.endedAt} <= s.at
    ) o on true
    order by s.at`);
  return rows.map(({ at, until, ...point }) => ({
    ...point,
    at: new Date(at),
    until: until === null ? null : new Date(until),
  }));
}

type Scanned = { currency: string; calm: { from: Date; until: Date }; movements: FoundMovement[] };

async function keep(tx: Tx, ctx: Ctx, { currency, calm, movements }: Scanned): Promise<void> {
  const { environment } = ctx;
  const now = ctx.now();
  const held = await tx
    .select()
    .from(balanceMovements)
    .where(
      and(
        ...[eq(balanceMovements.environment, environment), eq(balanceMovements.currency, currency)],
        isNull(balanceMovements.explainedAt),
        ...[gte(balanceMovements.untilAt, calm.from), lte(balanceMovements.fromAt, calm.until)],
      ),
    );
  const known = held.map(({ fromAt, untilAt, ...rest }) => ({ ...rest, from: fromAt, until: untilAt }));
  const gone = known.filter((one) => one.from >= calm.from && one.until <= calm.until);
  const explained = gone.filter((one) => !movements.some((found) => isSameMovement(one, found)));
  if (explained.length > 0) {
    const ids = explained.map(({ id }) => id);
    await tx.update(balanceMovements).set({ explainedAt: now }).where(inArray(balanceMovements.id, ids));
    for (const { id, amount } of explained)
      await record(tx, ctx, { action: "movement.explained", subject: id, detail: { currency, amount } });
  }
  for (const found of movements.filter((one) => !known.some((other) => isSameMovement(one, other)))) {
    const { from: fromAt, until: untilAt, amount } = found;
    const id = await insertRow(tx, balanceMovements, { environment, currency, amount, fromAt, untilAt, foundAt: now });
    await record(tx, ctx, { action: "movement.found", subject: id, detail: { currency, amount } });
    await nameByRule(tx, ctx, { id, currency, ...found });
  }
}

/** A rule names what was seen after it was made; for what is older it is offered. */
async function nameByRule(tx: Tx, ctx: Ctx, movement: { id: string; currency: string } & FoundMovement) {
  const rules = await rulesInForce(tx, ctx);
  const rule = namingRule(
    rules.filter(({ createdAt }) => createdAt < movement.until),
    movement,
  );
  if (!rule) return;
  const { id: ruleId, kind, note, number } = rule;
  await tx.insert(movementNames).values({ movementId: movement.id, kind, note, ruleId, namedAt: ctx.now() });
  const detail = { kind, rule: number, currency: movement.currency, amount: movement.amount };
  await record(tx, ctx, { action: "movement.named_by_rule", subject: movement.id, detail });
}
