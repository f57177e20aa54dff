import "server-only";

/** The row of a statement that has exactly one. */
export function only<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("a statement returned no row");
  return row;
}
