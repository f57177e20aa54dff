/** By the number of a column: how many of the lines read have each Tokyo day there. */
export type LedgerDays = Record<number, Record<string, number>>;

export type DayPeriod = { from: string; to: string };

export type OtherDays = DayPeriod & { inside: number; dated: number };

/**
 * The days that the files hold, where fewer than half of their dated lines are of the chosen ones; null where that is
 * not so, or cannot be known. Such a run would find little that matches, and replace a better one of the chosen day.
 */
export function otherDays(
  files: readonly { days: LedgerDays }[],
  column: number | undefined,
  { from, to }: DayPeriod,
): OtherDays | null {
  if (column === undefined) return null;
  const counts = files.flatMap(({ days }) => Object.entries(days[column] ?? {}));
  const held = counts.map(([day]) => day).toSorted();
  const [first, last] = [held.at(0), held.at(-1)];
  if (first === undefined || last === undefined) return null;
  const sum = (some: typeof counts) => some.reduce((all, [, count]) => all + count, 0);
  const inside = sum(counts.filter(([day]) => day >= from && day <= to));
  const dated = sum(counts);
  return inside * 2 < dated ? { from: first, to: last, inside, dated } : null;
}
