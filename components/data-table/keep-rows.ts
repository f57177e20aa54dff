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
  const lastAt = lastSeen === undefined ? -1 : (now.get(keyOf(lastSeen))?.at ?? -1);
  // A page has so many rows: those that came between push the last ones below its end, and what is there was not read.
  // Where others follow the last one that was seen, what stood between has left.
  const isPushed = below !== null && lastAt > last && lastAt === fresh.length - 1;
  const kept = seen.map((row, at) => {
    const found = now.get(keyOf(row));
    return { row: found?.row ?? row, isGone: !found && !(isPushed && at > last) };
  });
  return [...kept, ...fresh.filter((row) => !known.has(keyOf(row))).map((row) => ({ row, isGone: false }))];
}
