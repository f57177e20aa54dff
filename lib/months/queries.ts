import "server-only";
import { desc, eq, sql } from "drizzle-orm";
import { monthPackages } from "@/drizzle/schema/months";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { closedDays } from "@/lib/daily-close/closes";
import { knownSince } from "@/lib/daily-close/count-day";
import { JOURNAL_KINDS } from "@/lib/journals/accounts";
import { changedSums, type KindSum, kindSumsOf } from "@/lib/journals/entries";
import { accountsInForce } from "@/lib/journals/queries";
import { exceptionsIn } from "@/lib/reconciliation/conditions";
import { tokyoDay } from "@/lib/time";
import { balanceMovementsOf } from "./balance-movements";
import { monthBefore, monthOf, monthRange } from "./month";
import { movementsOf } from "./movements";
import type { MonthRow, MonthView, OneMonth, PackageRow } from "./schema";

/** So many months are listed; an older one has its address. */
const LISTED = 36;

/** Every month since anything is known, newest first, and how far each is closed and packed. */
export async function listMonths(ctx: Ctx): Promise<MonthRow[]> {
  requirePermission(ctx, "daily_close:read");
  const known = await readAll(ctx);
  const first = monthOf(known.since ?? known.today);
  const months: MonthRow[] = [];
  for (let month = monthOf(known.today); months.length < LISTED && month >= first; month = monthBefore(month))
    months.push(rowOf(month, known, daysOf(month, known)));
  return months;
}

/** One month with its days and packages. Null for one that has not begun. */
export async function getMonth(ctx: Ctx, { month }: OneMonth): Promise<MonthView | null> {
  requirePermission(ctx, "daily_close:read");
  const known = await readAll(ctx);
  if (month > monthOf(known.today)) return null;
  const [days, accounts] = [daysOf(month, known), await accountsInForce(ctx)];
  const packages = known.packages.get(month) ?? [];
  // A newer one may be packed just now, or again and again fail to be.
  const finished = packages.find(({ packed }) => packed !== null);
  return {
    ...rowOf(month, known, days),
    ...{ days, packages },
    changedSincePacked: await changedSince(ctx, month, finished?.packed?.figures.sums),
    exceptionsToList: await exceptionsToList(ctx, month),
    missingAccounts: JOURNAL_KINDS.filter((kind) => !accounts[kind]),
  };
}

type Known = Awaited<ReturnType<typeof readAll>>;

/** What is known of all months: it is little. */
async function readAll(ctx: Ctx) {
  const [since, closed, exceptions, packages, learned] = await Promise.all([
    knownSince(ctx),
    closedDays(ctx),
    openExceptions(ctx),
    packagesByMonth(ctx),
    learnedSincePacked(ctx),
  ]);
  return { since: since && tokyoDay(since), today: tokyoDay(ctx.now()), closed, exceptions, packages, learned };
}

type Days = MonthView["days"];

function daysOf(month: string, { since, today, closed }: Known): Days {
  const stateOf = (day: string) => {
    if (closed.has(day)) return "closed";
    if (day >= today) return day > today ? "future" : "running";
    return since !== null && day >= since ? "open" : "unknown";
  };
  return (monthRange(month)?.days ?? []).map((day) => ({ day, state: stateOf(day) }));
}

function rowOf(month: string, { today, exceptions, packages, learned }: Known, days: Days): MonthRow {
  const count = (state: Days[number]["state"]) => days.filter((one) => one.state === state).length;
  return {
    ...{ month, isOver: month < monthOf(today), closedDays: count("closed"), openDays: count("open") },
    ...{ openExceptions: exceptions.get(month) ?? 0, latest: packages.get(month)?.[0] ?? null },
    learnedSincePacked: learned.get(month) ?? 0,
  };
}

async function openExceptions({ db, environment }: Ctx): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ month: string; count: number }>(sql`
    select to_char(day, 'YYYY-MM') as month, count(*)::int as count from reconciliation_exceptions
    where environment = ${environment} and state = 'open' group by 1`);
  return new Map(rows.map(({ month, count }) => [month, count]));
}

/** Those of the month and of earlier ones, and those of a later day that a run has which begins in the month. */
async function exceptionsToList({ db, environment }: Ctx, month: string): Promise<number> {
  const days = monthRange(month)?.days ?? [];
  const [first, last] = [days[0], days.at(-1)];
  const { rows } = await db.execute<{ count: number }>(sql`
    with beyond as materialized (
      select x.identity from reconciliation_runs r cross join lateral (
        -- The fence keeps the planner from reading all rows of the runs.
        select n.identity from reconciliation_rows n where n.run_id = r.id and n.position <= ${exceptionsIn(sql`r.figures`)} offset 0) x
      where r.environment = ${environment} and r.state = 'done' and r.superseded_by is null
        and r.first_day between ${first} and ${last} and r.last_day > ${last})
    select count(*)::int as count from reconciliation_exceptions e
    where e.environment = ${environment} and e.state = 'open'
      and (e.day <= ${last} or e.identity in (select identity from beyond))`);
  return rows[0]?.count ?? 0;
}

/** By the index of ends, which holds when each became known: few rows are read of the orders of all packed months. */
async function learnedSincePacked({ db, environment }: Ctx): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ month: string; count: number }>(sql`
    select packed.month, learned.count
    from (
      select month, max(packed_at) as at, to_date(month, 'YYYY-MM')::timestamp as first
      from month_packages where environment = ${environment} group by month
    ) packed cross join lateral (
      select count(*)::int as count from transactions t
      where t.environment = ${environment} and t.status = 'COMPLETED' and t.end_known_at > packed.at
        and t.ended_at >= packed.first at time zone 'Asia/Tokyo'
        and t.ended_at < (packed.first + interval '1 month') at time zone 'Asia/Tokyo'
    ) learned`);
  return new Map(rows.map(({ month, count }) => [month, count]));
}

/** Also what has left the month since, a fee that became known, and a movement with another name. */
async function changedSince({ db, environment }: Ctx, month: string, packed: KindSum[] | undefined) {
  const range = monthRange(month);
  if (!packed || !range) return [];
  const of = { db, environment, ...range };
  return changedSums(packed, kindSumsOf(await movementsOf(of), await balanceMovementsOf(of)));
}

const { month, version, requestedAt, packedAt, bytes, sha256, contentHash, figures } = monthPackages;
const PACKAGE = { month, version, requestedAt, packedAt, bytes, sha256, contentHash, figures, by: users.name };

/** The newest of a month first. */
async function packagesByMonth({ db, environment }: Ctx): Promise<Map<string, PackageRow[]>> {
  const rows = await db
    .select(PACKAGE)
    .from(monthPackages)
    .innerJoin(users, eq(users.id, monthPackages.requestedBy))
    .where(eq(monthPackages.environment, environment))
    .orderBy(desc(version));
  return new Map([...Map.groupBy(rows, (row) => row.month)].map(([of, found]) => [of, found.map(packageRow)]));
}

type Read = Pick<
  typeof monthPackages.$inferSelect,
  "version" | "requestedAt" | "packedAt" | "bytes" | "sha256" | "contentHash" | "figures"
> & { by: string };

const packageRow = (row: Read): PackageRow => ({
  ...{ version: row.version, requestedBy: row.by, requestedAt: row.requestedAt.toISOString() },
  packed:
    row.packedAt && row.sha256 && row.contentHash && row.figures
      ? {
          ...{ at: row.packedAt.toISOString(), bytes: row.bytes ?? 0 },
          ...{ sha256: row.sha256, contentHash: row.contentHash, figures: row.figures },
        }
      : null,
});
