import { queryOf } from "@/lib/address";
import type { ActivityEntry, ActivityFilter } from "./schema";

/*
 * Where one is in the log, as an address says it. By itself, without the parser of addresses: the browser makes such
 * addresses and never has to read them.
 */

/** A place in the log: everything older comes after it. `d` is a delivery, `a` something that was done. */
export type Place = { at: string; source: "d" | "a"; id: string };

const PLACE =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z)~(?:d~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})|a~(\d{1,18}))$/;

export function readPlace(text: string): Place | null {
  const [, at, delivery, event] = PLACE.exec(text) ?? [];
  if (at === undefined || Number.isNaN(Date.parse(at))) return null;
  if (delivery !== undefined) return { at, source: "d", id: delivery };
  return event === undefined ? null : { at, source: "a", id: event };
}

export const writePlace = ({ at, kind, id }: ActivityEntry): string => `${at}~${kind === "delivery" ? "d" : "a"}~${id}`;

/** The filter as the query of an address, always in the same order; `before` is a place as `writePlace` wrote it. */
export function addressOf(filter: Omit<ActivityFilter, "before">, before?: string): string {
  const { kind, cause, signature, order, from, to, q } = filter;
  return queryOf({ kind: kind === "all" ? undefined : kind, cause, signature, order, from, to, q, before });
}
