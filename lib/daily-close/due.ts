import { DAY_MS, formatTokyo, tokyoDay } from "@/lib/time";

/** The newest Tokyo day that should be closed by now: a day is due at `closeBy` on the next one. */
export function lastDayDue(now: Date, closeBy: string): string {
  const daysAgo = formatTokyo(now, "clock") < closeBy ? 2 : 1;
  return tokyoDay(new Date(now.getTime() - daysAgo * DAY_MS));
}
