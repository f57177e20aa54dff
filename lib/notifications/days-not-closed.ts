import "server-only";
import { and, eq } from "drizzle-orm";
import { dailyCloses, dayReopenings } from "@/drizzle/schema/daily-closes";
import type { Ctx } from "@/lib/auth/context";
import { DAY_MS, lastDayDue, tokyoDay } from "@/lib/time";

/** Earlier days are not asked for any more. */
const DAYS_BACK = 7;

/**
 * The days that should be closed by now and are not: those after the last closed one, and those that were reopened. Empty where days are not closed at all.
 */
export async function daysNotClosed({ db, environment, now }: Ctx, closeBy: string): Promise<string[]> {
  const closes = await db
    .select({ day: dailyCloses.day, reopened: dayReopenings.version })
    .from(dailyCloses)
    .leftJoin(
      dayReopenings,
      and(
        eq(dayReopenings.environment, dailyCloses.environment),
        eq(dayReopenings.day, dailyCloses.day),
        eq(dayReopenings.version, dailyCloses.version),
      ),
    )
    .where(eq(dailyCloses.environment, environment));
  const known = closes.map(({ day }) => day).sort();
  const closed = new Set(closes.filter(({ reopened }) => reopened === null).map(({ day }) => day));
  const last = known.findLast((day) => closed.has(day)) ?? known[0];
  if (last === undefined) return [];
  const lastDue = lastDayDue(now(), closeBy);
  const days = Array.from({ length: DAYS_BACK }, (_, at) => tokyoDay(new Date(now().getTime() - (at + 1) * DAY_MS)));
  return days.filter((day) => day <= lastDue && !closed.has(day) && (day > last || known.includes(day)));
}
