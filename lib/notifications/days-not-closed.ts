import "server-only";
import { and, eq } from "drizzle-orm";
import { dailyCloses, dayReopenings } from "@/drizzle/schema/daily-closes";
import type { Ctx } from "@/lib/auth/context";
import { DAY_MS, formatTokyo, tokyoDay } from "@/lib/time";

/** Earlier days are not asked for any more. */
const DAYS_BACK = 7;

/**
 * The days that should be closed by now and are not: those after the last closed one, and those that were reopened. A day
 * is due at `closeBy` on the next one. Empty where days are not closed at all.
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
  const newest = formatTokyo(now(), "clock") < closeBy ? 2 : 1;
  const due = Array.from({ length: DAYS_BACK - newest + 1 }, (_, at) => newest + at).map((days) =>
    tokyoDay(new Date(now().getTime() - days * DAY_MS)),
  );
  return due.filter((day) => !closed.has(day) && (day > last || known.includes(day)));
}
