import type { ForgedView } from "@/lib/callbacks/signature-policy";
import type { Environment } from "@/lib/environment";
import { queryOf } from "@/lib/query-string";
import type { Cursor } from "./cursor";
import type { ActivityChoice, ActivityEntry, LogPage } from "./schema";

/* The log's filter and cursor as an address. Separate from the address parser, which the browser does not need. */

type Placed = Pick<ActivityEntry, "at" | "id" | "kind">;
export const placeOf = ({ at, kind, id }: Placed): Cursor => ({ at, source: kind === "delivery" ? "d" : "a", id });

/** When that was, as an address says a place. */
const momentOf = (place: string) => place.slice(0, place.indexOf("~"));

type Looked = Pick<LogPage, "older" | "isPart" | "top">;

/** A page that stopped before the start of the next one: the entries between them have not been searched. */
export const stopsAbove = ({ isPart, older }: Looked, { top }: Looked) =>
  isPart && older !== null && top !== null && momentOf(older) > momentOf(top);

/** What an address of the log says, in its order. */
export const ACTIVITY_PARTS = ["kind", "cause", "signature", "order", "from", "to", "q", "before"] as const;

/** The filter as the query of an address, always in the same order; `before` is a place as `formatCursor` wrote it. */
export function addressOf(filter: ActivityChoice, before?: string): string {
  const { kind, cause, signature, order, from, to, q } = filter;
  const several = { cause: cause?.toString(), signature: signature?.toString() };
  return queryOf({ kind: kind === "all" ? undefined : kind, ...several, order, from, to, q, before });
}

/** The log with no fewer than were counted: its filter knows whole days only. */
export const forgedPath = (environment: Environment, { from }: Pick<ForgedView, "from">) =>
  `/${environment}/activity?${addressOf({ kind: "all", cause: ["wrong_signature"], from })}` as const;
