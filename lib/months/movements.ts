import "server-only";
import { sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { movedAmount, transactions } from "@/drizzle/schema/transactions";
import type { DayDocument } from "@/lib/daily-close/schema";
import type { Movement } from "@/lib/journals/entries";
import { addAmounts, plainAmount } from "@/lib/money/amount";
import type { SnapshotOf } from "./snapshot";

const t = alias(transactions, "t");

/** `amount`: as ordered. `withoutFee`: how many have no known fee. */
export type DayMovement = Movement & { amount: string; withoutFee: number };

/** The completed orders of each day, type and currency, by the service's time where it named one. */
export async function movementsOf({ db, environment, from, before }: SnapshotOf): Promise<DayMovement[]> {
  const { rows } = await db.execute<DayMovement>(sql`
    select to_char(t.ended_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day, t.type, t.currency, count(*)::int as count,
      sum(t.amount)::text as amount, coalesce(sum(t.fee), 0)::text as fees, sum(${movedAmount(t)})::text as net,
      (count(*) filter (where t.fee is null))::int as "withoutFee"
    from transactions t
    where t.environment = ${environment} and t.status = 'COMPLETED' and t.ended_at >= ${from} and t.ended_at < ${before}
    group by 1, t.type, t.currency order by 1, t.type collate "C", t.currency collate "C"`);
  return rows.map((row) => ({
    ...row,
    ...{ amount: plainAmount(row.amount), fees: plainAmount(row.fees), net: plainAmount(row.net) },
  }));
}

export type StatementLine = Omit<DayMovement, "day">;

/** The fees of the month with what they were paid for, by type and currency. */
export function statementOf(movements: readonly DayMovement[]): StatementLine[] {
  const lines = new Map<string, StatementLine>();
  for (const { day: _day, ...one } of movements) {
    const key = `${one.type} ${one.currency}`;
    const held = lines.get(key);
    lines.set(key, {
      ...{ type: one.type, currency: one.currency, count: (held?.count ?? 0) + one.count },
      amount: addAmounts(held?.amount ?? "0", one.amount),
      fees: addAmounts(held?.fees ?? "0", one.fees),
      net: addAmounts(held?.net ?? "0", one.net),
      withoutFee: (held?.withoutFee ?? 0) + one.withoutFee,
    });
  }
  return [...lines].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

export const STATEMENT_HEADER = ["type", "currency", "count", "amount", "fees", "net", "withoutFee"];
export const statementRow = ({ type, currency, count, amount, fees, net, withoutFee }: StatementLine) => [
  ...[type, currency, count, amount, fees, net, withoutFee],
];

export const MOVEMENT_HEADER = ["day", ...STATEMENT_HEADER, "closedCount", "closedNet"];

/** Beside each movement what the close of its day said, empty where the day is not closed. */
export function movementRow(movement: DayMovement, closes: readonly DayDocument[]) {
  const { day, type, currency } = movement;
  const figures = closes.find((close) => close.day === day)?.figures.find((one) => one.currency === currency);
  const closed = figures && (type === "DEPOSIT" ? figures.deposits : figures.withdrawals);
  return [day, ...statementRow(movement), closed ? closed.count : "", closed ? plainAmount(closed.net) : ""];
}
