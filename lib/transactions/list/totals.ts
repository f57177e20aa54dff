import "server-only";
import { sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { OrdersAsked, OrderTotals } from "@/lib/transactions/schema";
import { ordersWhere } from "./conditions";
import { SHEET_ROWS_MAX } from "./csv-columns";

/** How each group is identified: by type and currency, by state, or by evidence. */
type Group = {
  set: number;
  type: string | null;
  currency: string | null;
  state: string | null;
  evidence: string | null;
  count: number;
  amount: string;
  fee: string | null;
};

const SETS = { sums: 0b0011, state: 0b1101, evidence: 0b1110 };

/**
 * How many orders the filter lets through, their sums, and how many have each state and each evidence: one query over as
 * many orders as a file holds. `isMore`: there are more than that, and nothing is added up.
 */
export async function orderTotals(
  ctx: Ctx,
  { anchor: _place, ...filter }: OrdersAsked,
  most = SHEET_ROWS_MAX,
): Promise<OrderTotals> {
  requirePermission(ctx, "transactions:read");
  const t = transactions;
  const { rows } = await ctx.db.execute<Group>(sql`
    select grouping(type, currency, state, evidence)::int as set, type, currency, state, evidence,
      count(*)::int as count, sum(amount)::text as amount, sum(fee)::text as fee
    from (
      select ${t.type} as type, ${t.currency} as currency, ${t.displayStatus} as state, ${t.statusSource} as evidence,
        ${t.amount} as amount, ${t.fee} as fee
      from ${t} where ${ordersWhere(ctx, filter)} limit ${most + 1}
    ) among
    group by grouping sets ((type, currency), (state), (evidence)) order by count desc`);
  const sums = rows.filter(({ set }) => set === SETS.sums);
  const count = sums.reduce((sum, group) => sum + group.count, 0);
  if (count > most) return { count: most, isMore: true, sums: [], states: {}, evidence: {} };
  return {
    ...{ count, isMore: false },
    sums: sums.map(({ type, currency, count, amount, fee }) => ({
      ...{ type: type ?? "", currency: currency ?? "", count, amount, fee },
    })),
    states: countsOf(rows, "state"),
    evidence: countsOf(rows, "evidence"),
  };
}

const countsOf = (rows: Group[], by: "state" | "evidence") =>
  Object.fromEntries(rows.flatMap((row) => (row.set === SETS[by] && row[by] !== null ? [[row[by], row.count]] : [])));
