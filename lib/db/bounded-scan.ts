import "server-only";
import { and, eq, or, type SQL, sql } from "drizzle-orm";

/*
 * One step of a scan along an index: reads a window of entries in index order and marks those that pass the rest of the
 * filter. Where these do not fill a page, the scan goes on from the end of the window.
 */

/** Entries of one window. */
export const WINDOW = 10_000;

/** Beside each row of a step: whether it fits, and how many have been scanned with it. */
export function marksOf(others: (SQL | undefined)[], order: SQL[]) {
  return {
    fits: sql<boolean>`coalesce(${and(...others) ?? true}, false)`.as("fits"),
    n: sql<number>`row_number() over (order by ${sql.join(order, sql`, `)})`.mapWith(Number).as("n"),
  };
}

type Marks = ReturnType<typeof marksOf>;
type Step = { most: number; size: number };

/** What fits, and both ends of the step. */
export const keptOf = ({ fits, n }: Marks, size: number) => or(fits, eq(n, 1), eq(n, size));

/**
 * `end`: where the scan stopped before it had found enough; null where it has enough, or there are no more.
 * `first`: the first that was scanned, whether or not it fits.
 */
export function stretchOf<Row extends { fits: boolean; n: number }>(read: Row[], { most, size }: Step) {
  const found = read.filter(({ fits }) => fits).slice(0, most);
  const [first, last] = [read.at(0), read.at(-1)];
  const isCut = last?.n === size && found.length < most;
  return { found, end: isCut ? last : null, first: first ?? null };
}
