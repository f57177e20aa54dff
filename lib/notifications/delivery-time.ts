import { DAY_MS, formatTokyo, tokyoDay, tokyoDayOf } from "@/lib/time";
import type { RouteHours, WorkingHours } from "./settings";

/** The next moment at which it may be delivered: now, or the beginning of the next working hours. */
export function deliverAt(now: Date, hours: RouteHours, { workFrom, workTo }: WorkingHours): Date {
  if (hours === "always") return now;
  const clock = formatTokyo(now, "clock");
  if (isWorkday(now) && clock >= workFrom && clock < workTo) return now;
  const today = tokyoDayOf(now);
  let day = clock < workFrom ? today.from : today.before;
  while (!isWorkday(day)) day = new Date(day.getTime() + DAY_MS);
  const [hour = "0", minute = "0"] = workFrom.split(":");
  return new Date(day.getTime() + (Number(hour) * 60 + Number(minute)) * 60_000);
}

function isWorkday(at: Date): boolean {
  const weekday = new Date(`${tokyoDay(at)}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6;
}

/** Minutes before the next try. */
const RETRY_MINUTES = [1, 2, 5, 15, 30, 60, 120, 240];

/** When it is tried again after so many tries; null where it is given up. */
export function nextTryAt(now: Date, tries: number): Date | null {
  const minutes = RETRY_MINUTES[tries - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}
