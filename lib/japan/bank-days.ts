import { DAY_MS } from "@/lib/time";

/*
 * Days on which Japanese banks work: neither weekends nor national holidays (国民の祝日に関する法律, as amended for 2022 and
 * later) nor 31 December to 3 January (銀行法施行令 第5条). Days are texts such as `2026-11-24`.
 */

const dayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
const daysAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The Monday of that number in a month. */
function mondayOf(year: number, month: number, number: number): string {
  const first = weekdayOf(dayOf(year, month, 1));
  return dayOf(year, month, 1 + ((8 - first) % 7) + (number - 1) * 7);
}

/** The equinoxes, which are holidays, by the usual approximation for 1980 to 2099. */
const equinox = (year: number, base: number) =>
  Math.floor(base + 0.242194 * (year - 1980) - Math.floor((year - 1980) / 4));

const years = new Map<number, ReadonlySet<string>>();

function holidaysOf(year: number): ReadonlySet<string> {
  const known = years.get(year);
  if (known) return known;
  const named = new Set([
    ...[dayOf(year, 1, 1), mondayOf(year, 1, 2), dayOf(year, 2, 11), dayOf(year, 2, 23)],
    ...[dayOf(year, 3, equinox(year, 20.8431)), dayOf(year, 4, 29), dayOf(year, 5, 3), dayOf(year, 5, 4)],
    ...[dayOf(year, 5, 5), mondayOf(year, 7, 3), dayOf(year, 8, 11), mondayOf(year, 9, 3)],
    ...[dayOf(year, 9, equinox(year, 23.2488)), mondayOf(year, 10, 2), dayOf(year, 11, 3), dayOf(year, 11, 23)],
  ]);
  const all = new Set(named);
  for (const day of named) {
    // A holiday on a Sunday moves to the next day that is none; a day between two holidays is one.
    let next = daysAfter(day, 1);
    if (weekdayOf(day) === 0) {
      while (named.has(next)) next = daysAfter(next, 1);
      all.add(next);
    } else if (named.has(daysAfter(day, 2)) && weekdayOf(next) !== 0) all.add(next);
  }
  years.set(year, all);
  return all;
}

export function isBankDay(day: string): boolean {
  if (weekdayOf(day) % 6 === 0) return false;
  const [year = "", date = ""] = [day.slice(0, 4), day.slice(5)];
  if (date === "12-31" || date <= "01-03") return false;
  return !holidaysOf(Number(year)).has(day);
}

/** So many bank days later, or earlier where the number is negative. */
export function addBankDays(day: string, days: number): string {
  let at = day;
  for (let left = Math.abs(days); left > 0; ) {
    at = daysAfter(at, Math.sign(days));
    if (isBankDay(at)) left -= 1;
  }
  return at;
}
