/** Japan has had one offset and no summer time since 1951, so Tokyo days are plain arithmetic. */
const TOKYO_OFFSET_MS = 9 * 60 * 60 * 1000;
export const DAY_MS = 24 * 60 * 60 * 1000;

const tokyoClock = (at: Date) => new Date(at.getTime() + TOKYO_OFFSET_MS).toISOString();

/** The calendar day in Tokyo, as `2026-11-21`. */
export const tokyoDay = (at: Date): string => tokyoClock(at).slice(0, 10);

/** From the first moment of a Tokyo day up to, and not including, that of the next. Null for a day that is none. */
export function tokyoDayRange(day: string): { from: Date; before: Date } | null {
  const from = new Date(`${day}T00:00:00+09:00`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(from.getTime()) || tokyoDay(from) !== day) return null;
  return { from, before: new Date(from.getTime() + DAY_MS) };
}

/** Several Tokyo days, both ends included; where one is not given, or is none, that side is open. */
export function tokyoDaysRange({ from, to }: { from?: string | undefined; to?: string | undefined }) {
  const [first, last] = [from, to].map((day) => (day === undefined ? null : tokyoDayRange(day)));
  return { from: first?.from ?? null, before: last?.before ?? null };
}

/** Days that are both given, follow each other and are no more than `most`; else null. */
export function daysUpTo({ from, to }: { from?: string | undefined; to?: string | undefined }, most: number) {
  const isSpan =
    from !== undefined && to !== undefined && from <= to && Date.parse(to) - Date.parse(from) < most * DAY_MS;
  return isSpan ? { from, to } : null;
}

/** So many days, of which today is the last. */
export const lastDays = (now: Date, count: number) => ({
  from: tokyoDay(new Date(now.getTime() - (count - 1) * DAY_MS)),
  to: tokyoDay(now),
});

/** The Tokyo day that a moment lies in. */
export function tokyoDayOf(at: Date): { from: Date; before: Date } {
  const from = new Date(Math.floor((at.getTime() + TOKYO_OFFSET_MS) / DAY_MS) * DAY_MS - TOKYO_OFFSET_MS);
  return { from, before: new Date(from.getTime() + DAY_MS) };
}

/** The newest Tokyo day that is due by now: a day is due at the time of day `dueAt` on the next one. */
export function lastDayDue(now: Date, dueAt: string): string {
  const daysAgo = formatTokyo(now, "clock") < dueAt ? 2 : 1;
  return tokyoDay(new Date(now.getTime() - daysAgo * DAY_MS));
}

/** How the header of a file names the clock of a column. */
export const zoned = (column: string, zone: "Asia/Tokyo" | "UTC" = "Asia/Tokyo"): string =>
  `${column} (${zone}, ${zone === "UTC" ? "UTC+00:00" : "UTC+09:00"})`;

/** As spreadsheets read times: `2026-11-21 18:30:05`. */
export const tokyoCell = (at: Date): string => formatTokyo(at, "full").replaceAll("/", "-").replace(" JST", "");

export type TokyoStyle = "full" | "minute" | "day" | "time" | "clock";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A calendar day such as `2026-11-05`: `5 Nov 2026` in English, `2026/11/05` in Japanese. */
export function formatDay(day: string, locale: string): string {
  if (locale === "ja") return day.replaceAll("-", "/");
  const [year, month, date] = day.split("-").map(Number);
  return `${date} ${MONTHS[(month ?? 0) - 1]} ${year}`;
}

/** Days that follow each other: `17 Nov 2026`, or `16 Nov 2026 – 22 Nov 2026`. */
export const formatDays = ({ from, to }: { from: string; to: string }, locale: string): string =>
  [...new Set([from, to])].map((day) => formatDay(day, locale)).join(" – ");

/** A month such as `2026-11`: `Nov 2026` in English, `2026年11月` in Japanese. */
export function formatMonth(month: string, locale: string): string {
  const [year, number] = month.split("-").map(Number);
  return locale === "ja" ? `${year}年${number}月` : `${MONTHS[(number ?? 0) - 1]} ${year}`;
}

/**
 * `21 Nov 2026 18:30:05 JST`, `21 Nov 2026 18:30`, `21 Nov 2026`, `18:30:05` or `18:30`. The day is written
 * `2026/11/21` in Japanese, and in files, which have one form for every reader.
 */
export function formatTokyo(at: Date, style: TokyoStyle, locale = "ja"): string {
  const clock = tokyoClock(at);
  return shorter(`${formatDay(clock.slice(0, 10), locale)} ${clock.slice(11, 19)} JST`, style);
}

/** A time of day says when only on its own day: on any other, the date belongs to it. */
export const recentStyle = (at: Date, now: Date): TokyoStyle => (tokyoDay(at) === tokyoDay(now) ? "time" : "minute");

/** A moment that was written in full, in another style. */
export function shorter(full: string, style: TokyoStyle): string {
  switch (style) {
    case "full":
      return full;
    case "minute":
      return full.slice(0, -7);
    case "day":
      return full.slice(0, -13);
    case "time":
      return full.slice(-12, -4);
    case "clock":
      return full.slice(-12, -7);
  }
}
