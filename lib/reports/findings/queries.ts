import "server-only";
import { sql } from "drizzle-orm";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { readRecent } from "@/lib/db/replica";
import { FILE_ROWS_MAX, FINDINGS, type Finding, type FindingRow, type FindingsFilter } from "./kinds";
import { type FindingSum, type FindingsAsked, type FindingsView, findingsFilter } from "./schema";
import { sourceOf } from "./sources";

/** So many of a list are shown; its file has more. */
const SHOWN = 200;

/**
 * What was found in a period: double payouts, outcomes that were unknown, callbacks that were forged, wrong or never came,
 * and what ledger, balance and service do not agree in.
 */
export async function getFindings(ctx: Ctx, asked: FindingsAsked, mostInFile = FILE_ROWS_MAX): Promise<FindingsView> {
  requirePermission(ctx, "reconciliation:read");
  const filter = findingsFilter(asked, ctx.now());
  const { finding } = filter;
  const { value, asOf } = await readRecent(ctx, async (reader) => {
    const sums = await sumsOf(reader, filter);
    const rows = finding ? await rowsOf(reader, { filter, finding, most: SHOWN + 1 }) : [];
    const isMore = rows.length > SHOWN;
    const fitsFile = sums.every((sum) => sum.finding !== finding || sum.count <= mostInFile);
    return { sums, list: finding ? { finding, rows: rows.slice(0, SHOWN), isMore, fitsFile } : null };
  });
  return { filter, readOnly: ctx.readOnly, ...value, asOf: asOf?.toISOString() ?? null };
}

type Group = { finding: Finding; set: number; currency: string | null; outcome: string | null } & {
  count: number;
  amount: string | null;
};

/** Which columns a group adds up over, as PostgreSQL's `grouping` has it. */
const SETS = { byCurrency: 0b01, byOutcome: 0b10, all: 0b11 };

/** All of them in one statement, so that they are of one moment. */
export async function sumsOf(ctx: Ctx, filter: FindingsFilter): Promise<FindingSum[]> {
  requirePermission(ctx, "reconciliation:read");
  const { db, environment } = ctx;
  const each = FINDINGS.map(
    (finding) => sql`
      select ${finding}::text as finding, grouping(f.currency, f.outcome) as set, f.currency, f.outcome,
        count(*)::int as count, sum(f.amount)::text as amount
      from (${sourceOf(finding, { environment, filter })}) f
      group by grouping sets ((f.currency), (f.outcome), ())`,
  );
  const { rows } = await db.execute<Group>(sql.join(each, sql` union all `));
  return FINDINGS.map((finding) => {
    const mine = (set: number) => rows.filter((row) => row.finding === finding && row.set === set);
    return {
      finding,
      count: mine(SETS.all)[0]?.count ?? 0,
      sums: mine(SETS.byCurrency)
        .flatMap(({ currency, count, amount }) =>
          currency === null || amount === null ? [] : { currency, count, amount },
        )
        .toSorted((a, b) => a.currency.localeCompare(b.currency)),
      outcomes: mine(SETS.byOutcome)
        .flatMap(({ outcome, count }) => (outcome === null ? [] : { outcome, count }))
        .toSorted((a, b) => b.count - a.count || a.outcome.localeCompare(b.outcome)),
    };
  });
}

type Wanted = { filter: FindingsFilter; finding: Finding; most: number };

/** The rows behind a count, the newest first. */
export async function rowsOf(ctx: Ctx, { filter, finding, most }: Wanted): Promise<FindingRow[]> {
  requirePermission(ctx, "reconciliation:read");
  const { db, environment } = ctx;
  const { rows } = await db.execute<Omit<FindingRow, "at"> & { at: Date }>(sql`
    select f.at, f.reference, f.currency, f.amount::text as amount, f.outcome, f.link
    from (${sourceOf(finding, { environment, filter })}) f
    order by f.at desc, f.reference, f.link limit ${most}`);
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() }));
}
