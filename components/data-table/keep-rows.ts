import type { Page } from "@/lib/list/page";

/**
 * The rows in the order in which they are shown, each with its newest state. A row that is no longer in the result
 * keeps its place until the page is turned; new rows are appended.
 */
export function keepRows<Row>(
  seen: Row[],
  { rows: fresh, below }: Pick<Page<Row>, "rows" | "below">,
  keyOf: (row: Row) => string,
): { row: Row; isGone: boolean }[] {
  const now = new Map(fresh.map((row, at) => [keyOf(row), { row, at }]));
  const known = new Set(seen.map(keyOf));
  const last = seen.findLastIndex((row) => now.has(keyOf(row)));
  const lastSeen = seen[last];
  // A page has so many rows: those that came between push the last ones below it, and what is there was not read.
  const isPushed = below !== null && lastSeen !== undefined && (now.get(keyOf(lastSeen))?.at ?? 0) > last;
  const kept = seen.map((row, at) => {
    const found = now.get(keyOf(row));
    return { row: found?.row ?? row, isGone: !found && !(isPushed && at > last) };
  });
  return [...kept, ...fresh.filter((row) => !known.has(keyOf(row))).map((row) => ({ row, isGone: false }))];
}
