import "server-only";
import { sql } from "drizzle-orm";
import { type BalanceMovement, kindOf } from "@/lib/journals/entries";
import { absolute, plainAmount } from "@/lib/money/amount";
import type { SnapshotOf } from "./snapshot";

/** What moved the balance beside orders on each day, in and out apart, by the name in force. */
export async function balanceMovementsOf({ db, environment, from, before }: SnapshotOf): Promise<BalanceMovement[]> {
  const { rows } = await db.execute<BalanceMovement>(sql`
    select to_char(m.until_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day, n.kind as name, m.currency,
      count(*)::int as count, sum(m.amount)::text as amount
    from balance_movements m left join movement_names n on n.movement_id = m.id and n.undone_at is null
    where m.environment = ${environment} and m.explained_at is null and m.until_at >= ${from} and m.until_at < ${before}
    group by 1, n.kind, m.currency, sign(m.amount)
    order by 1, n.kind collate "C" nulls last, m.currency collate "C", sign(m.amount)`);
  return rows.map((row) => ({ ...row, amount: plainAmount(row.amount) }));
}

export const BALANCE_MOVEMENT_HEADER = ["day", "name", "currency", "count", "amount", "bookedAs", "booked"];

/** `bookedAs`: the kind of journal line that it is a part of. A movement without a name is an open item. */
export const balanceMovementRow = (movement: BalanceMovement) => [
  ...[movement.day, movement.name, movement.currency, movement.count, movement.amount],
  ...[kindOf(movement), absolute(movement.amount)],
];
