import { daysUpTo, tokyoDayRange } from "@/lib/time";

export type Days = { from: string; to: string };

/** A day whose year is still being typed begins with zeros, and one of another century is no day of ours. */
export const isWholeDay = (typed: string) => typed.startsWith("2") && tokyoDayRange(typed) !== null;

/** Why two typed days are no period of at most so many days. */
export function daysProblem(typed: Days, most: number): "daysOrder" | "daysMost" | null {
  if (!isWholeDay(typed.from) || !isWholeDay(typed.to) || typed.from > typed.to) return "daysOrder";
  return daysUpTo(typed, most) === null ? "daysMost" : null;
}
