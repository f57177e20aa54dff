/**
 * The rows in the order in which they are shown, each with its newest state. A row that is no longer in the result
 * keeps its place until the page is turned; new rows are appended.
 */
export function keepRows<Row>(seen: Row[], fresh: Row[], keyOf: (row: Row) => string): { row: Row; isGone: boolean }[] {
  const now = new Map(fresh.map((row) => [keyOf(row), row]));
  const known = new Set(seen.map(keyOf));
  const kept = seen.map((row) => ({ row: now.get(keyOf(row)) ?? row, isGone: !now.has(keyOf(row)) }));
  return [...kept, ...fresh.filter((row) => !known.has(keyOf(row))).map((row) => ({ row, isGone: false }))];
}
