import { DAY_MS, tokyoDay, tokyoDayOf } from "@/lib/time";
import type { Random } from "./random";

/** Today and the days before it. */
const DAYS = 35;

export type Day = { day: string; from: Date; before: Date };

/** The Tokyo days of the history, the oldest first; the last is that of `at`. */
export function daysUntil(at: Date): Day[] {
  const { from } = tokyoDayOf(at);
  return Array.from({ length: DAYS }, (_, index) => {
    const start = new Date(from.getTime() - (DAYS - 1 - index) * DAY_MS);
    return { day: tokyoDay(start), from: start, before: new Date(start.getTime() + DAY_MS) };
  });
}

const USUAL = 60;
/** From Sunday on. */
const WEEKDAYS = [0.9, 0.93, 0.95, 0.97, 1.0, 1.12, 1.17];

/** How many orders a day has: more on Fridays and Saturdays, and around payday. */
export function ordersOn({ day, before }: Day, random: Random): number {
  const date = Number(day.slice(8));
  const isMonthEnd = tokyoDay(before).endsWith("-01");
  const salary = isMonthEnd ? 1.3 : date >= 25 ? 1.15 : 1;
  const weekday = WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 1;
  return Math.round(USUAL * weekday * salary * (1 + 0.06 * random.normal()));
}

/** What share of a day's orders each hour has. */
const HOURS = [
  1.6, 1.0, 0.6, 0.4, 0.3, 0.3, 0.5, 0.9, 1.4, 1.9, 2.3, 2.4, 2.9, 2.5, 2.4, 2.6, 2.8, 3.2, 4.0, 4.8, 5.4, 5.6, 4.6,
  2.9,
].map((weight, hour) => ({ hour, weight })) as [
  { hour: number; weight: number },
  ...{ hour: number; weight: number }[],
];

export function momentOf({ from }: Day, random: Random): Date {
  const { hour } = random.weighted(HOURS, ({ weight }) => weight);
  return new Date(from.getTime() + Math.floor(random.between(hour, hour + 1) * 3_600_000));
}

/** The console asks for balances each minute: what moves in the last ones of a day would count on the next. */
const LAST_MS = 3 * 60_000;

export const isLateInDay = (at: Date): boolean => tokyoDayOf(at).before.getTime() - at.getTime() < LAST_MS;
