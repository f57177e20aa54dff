import { DAY_MS, tokyoDay, tokyoDayOf } from "@/lib/time";
import type { Hours } from "./reach";

/** So many days on there is a working day in any case. */
const DAYS_AHEAD = 4;

/** The next moment at which it may be delivered: now, or the beginning of the next of these hours. */
export function deliverAt(now: Date, hours: Hours | null): Date {
  if (hours === null) return now;
  const today = tokyoDayOf(now).from.getTime();
  // Hours of yesterday may reach into today.
  for (let days = -1; days <= DAYS_AHEAD; days++) {
    const day = new Date(today + days * DAY_MS);
    if (!isDayOf(hours, day)) continue;
    const [from, to] = [atClock(day, hours.from), atClock(day, hours.to)];
    const end = hours.to > hours.from ? to : new Date(to.getTime() + DAY_MS);
    if (now < end) return now < from ? from : now;
  }
  throw new Error("no working day in reach");
}

/** Whether the Tokyo day of this moment is one of the days of these hours. */
export const isDayOf = (hours: Hours | null, at: Date): boolean =>
  hours === null || hours.days === "all" || isWorkday(at);

/** `HH:MM` of the Tokyo day that begins at this moment. */
function atClock(day: Date, clock: string): Date {
  const [hour = "0", minute = "0"] = clock.split(":");
  return new Date(day.getTime() + (Number(hour) * 60 + Number(minute)) * 60_000);
}

function isWorkday(at: Date): boolean {
  const weekday = new Date(`${tokyoDay(at)}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** A digest that could not be made or sent at its time is tried within these hours, and given up after that. */
const DIGEST_LATE_MS = 2 * 60 * 60_000;

/** The beginning of the Tokyo day whose digest is due, as its time has come and is not long past. It may be yesterday. */
export function dayOfDueDigest(now: Date, clock: string): Date | null {
  const today = tokyoDayOf(now).from;
  const days = [today, new Date(today.getTime() - DAY_MS)];
  const isDue = (late: number) => late >= 0 && late < DIGEST_LATE_MS;
  return days.find((day) => isDue(now.getTime() - atClock(day, clock).getTime())) ?? null;
}

/** Minutes before the next try. */
const RETRY_MINUTES = [1, 2, 5, 15, 30, 60, 120, 240];

/** `digestAt`: the time of a digest, which is not tried late. `hours`: in which its reader hears. */
export type TryWithin = { digestAt?: string; hours?: Hours | null };

/** When it is tried again after so many tries; null where it is given up. */
export function nextTryAt(now: Date, tries: number, { digestAt, hours = null }: TryWithin = {}): Date | null {
  const minutes = RETRY_MINUTES[tries - 1];
  if (minutes === undefined) return null;
  const next = new Date(now.getTime() + minutes * 60_000);
  if (digestAt !== undefined && dayOfDueDigest(next, digestAt) === null) return null;
  return deliverAt(next, hours);
}
