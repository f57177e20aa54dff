import { DAY_MS } from "@/lib/time";
import type { ReportFilter, Unit } from "./filter";

/** `key`: the first day of the whole period. The days are those of it that the report has. */
type Period = { key: string; from: string; to: string };

/** Every day, week from Monday, or month that the days touch, oldest first. */
export function periodsOf({ unit, from, to }: Pick<ReportFilter, "unit" | "from" | "to">): Period[] {
  const periods: Period[] = [];
  for (let key = startOf(unit, from); key <= to; key = dayAfter(endOf(unit, key)))
    periods.push({ key, from: key < from ? from : key, to: endOf(unit, key) > to ? to : endOf(unit, key) });
  return periods;
}

const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const dayOf = (at: Date | number) => new Date(at).toISOString().slice(0, 10);
const dayAfter = (day: string) => dayOf(utc(day).getTime() + DAY_MS);

function startOf(unit: Unit, day: string): string {
  if (unit === "day") return day;
  if (unit === "month") return `${day.slice(0, 7)}-01`;
  const sinceMonday = (utc(day).getUTCDay() + 6) % 7;
  return dayOf(utc(day).getTime() - sinceMonday * DAY_MS);
}

/** Of the period that begins on this day. */
function endOf(unit: Unit, start: string): string {
  if (unit === "day") return start;
  if (unit === "week") return dayOf(utc(start).getTime() + 6 * DAY_MS);
  const at = utc(start);
  return dayOf(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0));
}
