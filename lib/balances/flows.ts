import "server-only";
import { sql } from "drizzle-orm";
import { movedAmount, transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { DAY_MS, tokyoDay, tokyoDayOf } from "@/lib/time";
import type { DayFlow } from "./schema";

type Span = { from: Date; until: Date };

/**
 * What paid orders moved on each Tokyo day that the span touches, by the time of payment. Days before anything is known
 * are left out; a day since then without an order moved nothing.
 */
export async function dailyFlows(
  { db, environment }: Pick<Ctx, "db" | "environment">,
  { currency, knownSince }: { currency: string; knownSince: Date },
  span: Span,
): Promise<DayFlow[]> {
  const [first, last] = [tokyoDayOf(span.from), tokyoDayOf(span.until)];
  const t = transactions;
  const sumOf = (type: "DEPOSIT" | "WITHDRAW") =>
    sql`coalesce(sum(${movedAmount(t)}) filter (where ${t.type} = ${type}), 0)::text`;
  const { rows } = await db.execute<DayFlow>(sql`
    select to_char(${t.endedAt} at time zone 'Asia/Tokyo', 'YYYY-MM-DD') as day,
      ${sumOf("DEPOSIT")} as inflow, ${sumOf("WITHDRAW")} as outflow
    from ${t}
    where ${t.environment} = ${environment} and ${t.currency} = ${currency} and ${t.status} = 'COMPLETED'
      and ${t.endedAt} >= ${first.from} and ${t.endedAt} < ${last.before}
    group by 1 order by 1`);
  const known = new Map(rows.map((row) => [row.day, row]));
  const since = [tokyoDay(knownSince), ...rows.map(({ day }) => day)].toSorted()[0] ?? "";
  return daysOf(first.from, last.before)
    .filter((day) => day >= since)
    .map((day) => known.get(day) ?? { day, inflow: "0", outflow: "0" });
}

const daysOf = (from: Date, before: Date): string[] =>
  Array.from({ length: Math.round((before.getTime() - from.getTime()) / DAY_MS) }, (_, nth) =>
    tokyoDay(new Date(from.getTime() + nth * DAY_MS)),
  );
