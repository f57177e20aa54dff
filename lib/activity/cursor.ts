/** A place in the log: everything older comes after it. `d` is a delivery, `a` something that was done. */
export type Cursor = { at: string; source: "d" | "a"; id: string };

const PLACE =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)~(?:d~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|a~(\d{1,18}))$/;

export function parseCursor(text: string): Cursor | null {
  const [, at, delivery, event] = PLACE.exec(text) ?? [];
  if (at === undefined || Number.isNaN(Date.parse(at))) return null;
  if (delivery !== undefined) return { at, source: "d", id: delivery };
  return event === undefined ? null : { at, source: "a", id: event };
}

export const formatCursor = ({ at, source, id }: Cursor): string => `${at}~${source}~${id}`;

/** At equal times, deliveries sort above audit events; within one kind, order is not defined. */
export const isBelow = (one: Cursor, other: Cursor) =>
  one.at < other.at || (one.at === other.at && one.source < other.source);
