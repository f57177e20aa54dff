import { queryOf } from "@/lib/query-string";
import type { OrderFilter } from "@/lib/transactions/list/filter";

/* What a report shows, as an address. Separate from its parser, which the browser does not need. */

export const UNITS = ["day", "week", "month"] as const;
export type Unit = (typeof UNITS)[number];

export const REPORT_TYPES = ["DEPOSIT", "WITHDRAW"] as const;
type ReportType = (typeof REPORT_TYPES)[number];

export const REPORT_DAYS_MAX = 731;

/** Days are Tokyo days, both included. */
export type ReportFilter = { unit: Unit; from: string; to: string; currency: string; type: ReportType };

export const reportQuery = (filter: Partial<ReportFilter>): string => {
  const { unit, from, to, currency, type } = filter;
  return queryOf({ currency, type, unit, from, to });
};

type Span = { from: string; to: string };
type Of = Pick<ReportFilter, "currency" | "type">;

/** The orders behind a figure, as the filter of the list of transactions. */
export const paidOrders = (of: Of, { from, to }: Span): Partial<OrderFilter> => ({
  ...{ currency: of.currency, type: of.type, state: ["COMPLETED"] },
  ...{ paidFrom: from, paidTo: to },
});

export const requestedOrders = (
  of: Of,
  { from, to }: Span,
  state?: "COMPLETED" | "FAILED" | "CANCELLED" | "RESOLVED" | "rejected",
): Partial<OrderFilter> => ({
  ...{ currency: of.currency, type: of.type, from, to },
  ...(state ? { state: [state] } : {}),
});
