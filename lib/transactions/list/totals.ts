import "server-only";
import { sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { readFresh } from "@/lib/db/replica";
import type { OrdersAsked, OrderTotals } from "@/lib/transactions/schema";
import { ordersWhere, statesIn } from "./conditions";
import { SHEET_ROWS_MAX } from "./csv-columns";
import type { OrderFilter } from "./filter";

/** How each group is identified: by type and currency, by state, or by evidence. */
type Group = {
  set: number;
  type: string | null;
  currency: string | null;
  state: string | null;
  evidence: string | null;
  count: number;
  discrepancies: number;
  amount: string;
  fee: string | null;
};

const SETS = { sums: 0b0011, state: 0b1101, evidence: 0b1110 };

/** Values of an active filter are counted without that filter, among this many orders at most. */
const BESIDE_MAX = 100_000;

/**
 * The number of matching orders, their sums, and the counts by state and evidence: one query over as many orders as a
 * file holds. `isMore`: there are more, and nothing is added up.
 */
export async function orderTotals(
  ctx: Ctx,
  { anchor: _place, ...filter }: OrdersAsked,
  most = SHEET_ROWS_MAX,
): Promise<OrderTotals> {
  requirePermission(ctx, "transactions:read");
  return readFresh(ctx, (reader) => totalsOf(reader, filter, most));
}

async function totalsOf(ctx: Ctx, filter: OrderFilter, most: number): Promise<OrderTotals> {
  const without = (part: "state" | "evidence") =>
    filter[part] && groupsOf(ctx, { ...filter, [part]: undefined }, Math.min(most, BESIDE_MAX));
  const [groups, byState, byEvidence] = await Promise.all([
    groupsOf(ctx, filter, most),
    without("state"),
    without("evidence"),
  ]);
  if (groups === null) return { count: most, isMore: true, sums: [], states: null, evidence: null };
  const sums = groups.filter(({ set }) => set === SETS.sums);
  return {
    count: countOf(groups),
    isMore: false,
    sums: sums.map(({ type, currency, count, amount, fee }) => ({
      ...{ type: type ?? "", currency: currency ?? "", count, amount, fee },
    })),
    states: countsOf(byState === undefined ? groups : byState, "state"),
    evidence: countsOf(byEvidence === undefined ? groups : byEvidence, "evidence"),
  };
}

/** Null if there are more than `most`. */
async function groupsOf(ctx: Ctx, filter: OrderFilter, most: number): Promise<Group[] | null> {
  const t = transactions;
  const { status, discrepancy } = statesIn(filter.show);
  const { rows } = await ctx.db.execute<Group>(sql`
    select grouping(type, currency, state, evidence)::int as set, type, currency, state, evidence, count(*)::int as count,
      (count(*) filter (where discrepancy))::int as discrepancies, sum(amount)::text as amount, sum(fee)::text as fee
    from (
      select ${t.type} as type, ${t.currency} as currency, ${status} as state, ${t.statusSource} as evidence,
        ${discrepancy} as discrepancy, ${t.amount} as amount, ${t.fee} as fee
      from ${t} where ${ordersWhere(ctx, filter)} limit ${most + 1}
    ) among
    group by grouping sets ((type, currency), (state), (evidence)) order by count desc`);
  return countOf(rows) > most ? null : rows;
}

const countOf = (groups: Group[]) => groups.reduce((sum, { set, count }) => sum + (set === SETS.sums ? count : 0), 0);

function countsOf(groups: Group[] | null, by: "state" | "evidence"): Record<string, number> | null {
  if (groups === null) return null;
  const own = groups.filter(({ set }) => set === SETS[by]);
  const counts = Object.fromEntries(own.flatMap((group) => (group[by] === null ? [] : [[group[by], group.count]])));
  // An order of any state can have a discrepancy.
  const discrepancy = own.reduce((sum, group) => sum + group.discrepancies, 0);
  return by === "state" ? { ...counts, discrepancy } : counts;
}
