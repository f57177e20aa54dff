/**
 * The rows as somebody is looking at them: each where it was, with what is known of it now. What is not among them any
 * more keeps its place until the page is turned; what has come in at the end stands at the end.
 */
export function keepRows<Row>(seen: Row[], fresh: Row[], keyOf: (row: Row) => string): { row: Row; isGone: boolean }[] {
  const now = new Map(fresh.map((row) => [keyOf(row), row]));
  const known = new Set(seen.map(keyOf));
  const kept = seen.map((row) => ({ row: now.get(keyOf(row)) ?? row, isGone: !now.has(keyOf(row)) }));
  return [...kept, ...fresh.filter((row) => !known.has(keyOf(row))).map((row) => ({ row, isGone: false }))];
}
