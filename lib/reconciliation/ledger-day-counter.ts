import type { GridRow } from "@/lib/imports/grid";
import { tokyoDay } from "@/lib/time";
import type { LedgerDays } from "./ledger-days";
import { momentOf } from "./ledger-row";

/** A column with more days than these holds numbers that can be read as days, and not when something was booked. */
const DAYS_MAX = 1_000;

const dayIn = (cell: string | undefined): string | null => {
  const text = cell?.trim() ?? "";
  const moment = text === "" ? null : momentOf(text);
  return moment === null ? null : tokyoDay(new Date(moment));
};

/** Counts the days of a ledger, block by block, in the columns that have one in one of the `first` rows. */
export function dayCounter(first: readonly GridRow[]) {
  const columns = new Map<number, Map<string, number>>();
  for (const { cells } of first)
    for (const [at, cell] of cells.entries()) if (dayIn(cell) !== null) columns.set(at, new Map());
  return {
    add(rows: readonly GridRow[]): void {
      for (const { cells } of rows)
        for (const [at, days] of columns) {
          const day = dayIn(cells[at]);
          if (day === null) continue;
          days.set(day, (days.get(day) ?? 0) + 1);
          if (days.size > DAYS_MAX) columns.delete(at);
        }
    },
    days: (): LedgerDays => Object.fromEntries([...columns].map(([at, days]) => [at, Object.fromEntries(days)])),
  };
}
