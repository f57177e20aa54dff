import { queryOf } from "@/lib/query-string";

/* What a chart of a balance shows, as an address. Separate from its parser, which the browser does not need. */

/** How far back a chart goes, in hours. */
export const RANGE_HOURS = { day: 24, week: 7 * 24, month: 31 * 24 } as const;
export const RANGE_NAMES = ["day", "week", "month", "custom"] as const;

export const CUSTOM_DAYS_MAX = 366;

type Days = { from: string; to: string };

/** The currency is the first one known where none is named; `custom` goes from one Tokyo day to another, both included. */
export type HistoryFilter = { currency?: string | undefined } & (
  | { range: keyof typeof RANGE_HOURS }
  | ({ range: "custom" } & Days)
);

/** The filter as the query of an address, always in the same order. */
export const historyQuery = (filter: HistoryFilter): string =>
  queryOf({
    currency: filter.currency,
    range: filter.range,
    ...(filter.range === "custom" ? { from: filter.from, to: filter.to } : {}),
  });
