import { DAY_MS, tokyoDayOf } from "@/lib/time";

const HOUR_MS = 3_600_000;
const STEPS = [1, 2, 3, 6, 12, 24, 48, 7 * 24, 14 * 24, 28 * 24, 56 * 24].map((hours) => hours * HOUR_MS);
const TICKS_MAX = 7;

/** Round moments of the Tokyo clock within a span, at most seven. */
export function momentsWithin(from: Date, until: Date): Date[] {
  const step = STEPS.find((size) => (until.getTime() - from.getTime()) / size <= TICKS_MAX) ?? 112 * DAY_MS;
  const midnight = tokyoDayOf(from).from.getTime();
  const first = midnight + Math.ceil((from.getTime() - midnight) / step) * step;
  const count = Math.max(0, Math.floor((until.getTime() - first) / step) + 1);
  return Array.from({ length: count }, (_, nth) => new Date(first + nth * step));
}

const isMidnight = (at: Date) => tokyoDayOf(at).from.getTime() === at.getTime();
const localeOf = (locale: string) => (locale === "ja" ? "ja-JP" : "en-GB");

/** `24 Oct` or `10/24`; within a day `06:00`. */
export function axisTime(at: Date, locale: string): string {
  const month = locale === "ja" ? "numeric" : "short";
  const style = isMidnight(at)
    ? ({ day: "numeric", month } as const)
    : ({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const);
  return new Intl.DateTimeFormat(localeOf(locale), { timeZone: "Asia/Tokyo", ...style }).format(at);
}

/** A day in full, with its weekday: `Tue, 17 Nov 2026`. */
export const longDay = (at: Date, locale: string): string =>
  new Intl.DateTimeFormat(localeOf(locale), {
    timeZone: "Asia/Tokyo",
    ...{ weekday: "short", day: "numeric", month: locale === "ja" ? "numeric" : "short", year: "numeric" },
  } as Intl.DateTimeFormatOptions).format(at);
