import { queryOf } from "@/lib/address";
import type { ActivityChoice, ActivityEntry, LogPage } from "./schema";

/* The log's filter and cursor as an address. Separate from the address parser, which the browser does not need. */

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

type Placed = Pick<ActivityEntry, "at" | "id" | "kind">;
export const placeOf = ({ at, kind, id }: Placed): Cursor => ({ at, source: kind === "delivery" ? "d" : "a", id });

/** At equal times, deliveries sort above audit events; within one kind, order is not defined. */
export const isBelow = (one: Cursor, other: Cursor) =>
  one.at < other.at || (one.at === other.at && one.source < other.source);

/** When that was, as an address says a place. */
export const momentOf = (place: string) => place.slice(0, place.indexOf("~"));

type Looked = Pick<LogPage, "older" | "isPart" | "top">;

/** A page that stopped before the start of the next one: the entries between them have not been searched. */
export const stopsAbove = ({ isPart, older }: Looked, { top }: Looked) =>
  isPart && older !== null && top !== null && momentOf(older) > momentOf(top);

/** The filter as the query of an address, always in the same order; `before` is a place as `formatCursor` wrote it. */
export function addressOf(filter: ActivityChoice, before?: string): string {
  const { kind, cause, signature, order, from, to, q } = filter;
  return queryOf({ kind: kind === "all" ? undefined : kind, cause, signature, order, from, to, q, before });
}
