import { DAY_MS, tokyoDay, tokyoDayRange } from "@/lib/time";

/** The month of a Tokyo day or of another text that begins with one: `2026-11`. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** The days of a month in Tokyo, and from when to before when it is. Null for a text that names no month. */
export function monthRange(month: string): { from: Date; before: Date; days: string[] } | null {
  const first = tokyoDayRange(`${month}-01`);
  if (!first) return null;
  const days: string[] = [];
  let at = first.from;
  for (; monthOf(tokyoDay(at)) === month; at = new Date(at.getTime() + DAY_MS)) days.push(tokyoDay(at));
  return { from: first.from, before: at, days };
}

export const monthBefore = (month: string): string => {
  const range = monthRange(month);
  return range ? monthOf(tokyoDay(new Date(range.from.getTime() - DAY_MS))) : month;
};
