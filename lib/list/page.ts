import { queryOf } from "@/lib/query-string";

/** A page of a list begins below a place, ends above it, or begins with it. A place is a row's sort keys, as text. */
export type Anchor = { kind: "after" | "before" | "with"; place: string };

/** Rows that came since are counted so far. */
export const NEWS_MAX = 100;

/**
 * `top` is where the page begins, to ask for the same page again; `above` and `below` are where the pages beside it begin,
 * null where there is none. `isPartial`: too few rows fit among those that were searched, and on that side the search can
 * go on. `news`: how many rows came above `top` since, `NEWS_MAX` at most.
 */
export type Page<Row> = {
  rows: Row[];
  top: string | null;
  above: string | null;
  below: string | null;
  isPartial: boolean;
  news: number;
};

/** Between the values of one filter in an address. */
export const VALUE_SEPARATOR = ",";

/** What the list is sorted by, of the row at a place: a time or an amount. */
export const sortedBy = (place: string): string => place.split("~", 1)[0] ?? "";

/** Of what an address says, the parts that a list understands, always in the same order. */
export const partsIn = (given: Record<string, unknown>, parts: readonly string[]): string =>
  queryOf(Object.fromEntries(parts.map((part) => [part, typeof given[part] === "string" ? given[part] : undefined])));
