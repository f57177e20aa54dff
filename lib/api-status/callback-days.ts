import "server-only";
import { and, count, eq, gte, inArray, sql } from "drizzle-orm";
import { deliveries } from "@/drizzle/schema/deliveries";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { SIGNATURES } from "@/lib/callbacks/delivery";
import { DAY_MS, tokyoDay, tokyoDayOf } from "@/lib/time";
import type { CallbackDay } from "./schema";

const DAYS = 14;

/** How many callbacks came on each of the last fourteen Tokyo days, today first; days without any are there, too. */
export async function countCallbackDays(ctx: Ctx): Promise<CallbackDay[]> {
  requirePermission(ctx, "activity:read");
  const { environment, receivedAt, signature, refusal } = deliveries;
  const first = new Date(tokyoDayOf(ctx.now()).from.getTime() - (DAYS - 1) * DAY_MS);
  const day = sql<string>`to_char(${receivedAt} at time zone 'Asia/Tokyo', 'YYYY-MM-DD')`;
  const rows = await ctx.db
    .select({
      day,
      arrived: count(),
      signed: sql<number>`(count(*) filter (where ${signature} = 'valid'))::int`,
      refused: sql<number>`count(${refusal})::int`,
    })
    .from(deliveries)
    // By every way of being signed: so the index that holds signature and refusal in itself answers alone.
    .where(and(eq(environment, ctx.environment), inArray(signature, [...SIGNATURES]), gte(receivedAt, first)))
    .groupBy(sql`1`);
  const counted = new Map(rows.map((row) => [row.day, row]));
  return Array.from({ length: DAYS }, (_none, back) => {
    const which = tokyoDay(new Date(ctx.now().getTime() - back * DAY_MS));
    return counted.get(which) ?? { day: which, arrived: 0, signed: 0, refused: 0 };
  });
}
