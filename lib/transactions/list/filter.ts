import { queryOf } from "@/lib/address";
import type { Environment } from "@/lib/environment";
import type { Source, Status } from "@/lib/transactions/status/status";
import {
  isNotCreated,
  isRejected,
  isUnknown,
  mayExist,
  type Submission,
} from "@/lib/transactions/submission/submission";

/*
 * Which orders a list shows, and where one is in it, as an address says it. By itself, without the parser of
 * addresses: the browser makes such addresses and never has to read them.
 */

/** How an order stands, in one word to filter by: what the service says of it, else what became of our request. */
export const LIST_STATUSES = [
  "COMPLETED",
  "SUCCESS",
  "PENDING",
  "FAILED",
  "CANCELLED",
  "RESOLVED",
  "unfamiliar",
  "unknown",
  "not_created",
  "rejected",
  "not_sent",
  "unheard",
] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];

/** The database keeps the same word beside each order (`transactions.standing`); a test holds the two together. */
export function listStatusOf({
  status,
  submission,
}: {
  status: Status | null;
  submission: Submission | null;
}): ListStatus {
  if (status !== null) return LIST_STATUSES.find((known) => known === status) ?? "unfamiliar";
  if (isUnknown(submission)) return "unknown";
  if (isNotCreated(submission)) return "not_created";
  if (isRejected(submission)) return "rejected";
  return mayExist(submission) ? "unheard" : "not_sent";
}

/** A contradiction stands beside whatever else is said of an order. */
export const SHOWN_STATES = [...LIST_STATUSES, "contradiction"] as const;
export type ShownState = (typeof SHOWN_STATES)[number];

export const ORDER_TYPES = ["DEPOSIT", "WITHDRAW"] as const;

/** By time, or by amount within one currency. */
export const SORTS = ["newest", "oldest", "largest", "smallest"] as const;
export type Sort = (typeof SORTS)[number];

/** What is not given filters nothing. Days are Tokyo days, both included; amounts decimal strings, both included. */
export type OrderFilter = {
  type?: (typeof ORDER_TYPES)[number] | undefined;
  state?: ShownState | undefined;
  evidence?: Source | undefined;
  currency?: string | undefined;
  least?: string | undefined;
  most?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  paidFrom?: string | undefined;
  paidTo?: string | undefined;
  /** Not ended yet at the end of this Tokyo day. */
  openOn?: string | undefined;
  player?: string | undefined;
  sort: Sort;
};

/** An order in a list: everything after it in the list's own order comes below. `at` in microseconds, as it is kept. */
export type Cursor = { amount: string; at: string; id: string };

const PLACE =
  /^(\d{1,40}(?:\.\d{1,20})?)~(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z)~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function parseCursor(text: string): Cursor | null {
  const [, amount, at, id] = PLACE.exec(text) ?? [];
  if (amount === undefined || at === undefined || id === undefined || Number.isNaN(Date.parse(at))) return null;
  return { amount, at, id };
}

export const formatCursor = ({ amount, at, id }: Cursor): string => `${amount}~${at}~${id}`;

const [FIRST_ID, LAST_ID] = ["00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"];

/** Below all that was made at this moment: where a list ends with it, the whole of it is above. */
export const endOf = (place: Cursor, down: boolean): Cursor => ({ ...place, id: down ? FIRST_ID : LAST_ID });

/** Where a page begins or ends: below this place, or above it. */
export type Anchor = { kind: "after" | "before"; place: string };

/** The filter as the query of an address, always in the same order; the anchor's place as `formatCursor` wrote it. */
export function addressOf({ sort, ...filter }: OrderFilter, anchor?: Anchor): string {
  const { type, state, evidence, currency, least, most, from, to, paidFrom, paidTo, openOn, player } = filter;
  const given = { type, state, evidence, currency, least, most, from, to, paidFrom, paidTo, openOn, player };
  const order = { sort: sort === "newest" ? undefined : sort };
  const place = anchor ? { [anchor.kind]: anchor.place } : {};
  return queryOf({ ...given, ...order, ...place });
}

/** How many filters hold; how a list is sorted is none. */
export const filtersIn = (filter: OrderFilter) => new URLSearchParams(addressOf({ ...filter, sort: "newest" })).size;

export const isFiltered = (filter: OrderFilter) => filtersIn(filter) > 0;

export const isByAmount = (sort: Sort) => sort === "largest" || sort === "smallest";

/** Amounts of different currencies are not compared. */
export const needsCurrency = ({ sort, least, most }: OrderFilter) =>
  isByAmount(sort) || least !== undefined || most !== undefined;

/** The page of this address as it is now, or, with a place, from that place on. */
export function ordersPath(environment: Environment, query: string, top?: string | null): string {
  const asked = new URLSearchParams(query);
  if (top && !asked.has("after")) {
    asked.delete("before");
    asked.set("with", top);
  }
  return `/api/${environment}/transactions?${asked}`;
}
