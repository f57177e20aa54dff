import { z } from "zod";
import { dayParts } from "@/lib/fields";
import { KNOWN_CURRENCIES } from "@/lib/money/currencies";
import { daysUpTo, lastDays } from "@/lib/time";
import { REPORT_DAYS_MAX, REPORT_TYPES, type ReportFilter, UNITS, type Unit } from "./filter";

/** How many days each unit shows where none are named. */
const USUAL_DAYS: Record<Unit, number> = { day: 31, week: 13 * 7, month: 366 };

/** As an address says it; what it does not say, or says wrongly, is as usual. */
export const reportAsked = z.object({
  unit: z.enum(UNITS).catch("day"),
  type: z.enum(REPORT_TYPES).catch("DEPOSIT"),
  currency: z
    .string()
    .regex(/^[A-Z0-9]{2,12}$/)
    .catch(KNOWN_CURRENCIES[0] ?? "JPY"),
  ...dayParts,
});
export type ReportAsked = z.output<typeof reportAsked>;

/** With its days: the last ones where none are named. */
export const reportFilter = (asked: ReportAsked, now: Date): ReportFilter => ({
  ...asked,
  ...(daysUpTo(asked, REPORT_DAYS_MAX) ?? lastDays(now, USUAL_DAYS[asked.unit])),
});

/** What was paid, by the time of payment. Times are seconds from the request to the payment. */
export type PaidFigures = {
  paid: number;
  volume: string;
  fees: string;
  /** Paid orders whose fee is not known. */
  withoutFee: number;
  median: number | null;
  p95: number | null;
};

/** What became of the orders that were requested in the time. */
export type RequestedFigures = {
  requested: number;
  completed: number;
  failed: number;
  cancelled: number;
  resolved: number;
  refused: number;
};

/** One day, week or month; a period at an end of the report may be a part of one. Days are both included. */
export type ReportRow = { from: string; to: string } & PaidFigures & RequestedFigures;

export type Report = {
  filter: ReportFilter;
  /** The Tokyo day on which the record begins; null where nothing is recorded. */
  since: string | null;
  rows: ReportRow[];
  total: ReportRow;
  /** All in which an order is recorded. */
  currencies: string[];
  /** The newest commit in these figures, where they lack later ones: ISO 8601. */
  asOf: string | null;
};

/** The period was over before the record began, and no order of it was learned since: its figures are not 0 but not known. */
export const isUnrecorded = ({ since }: Pick<Report, "since">, { to, paid, requested }: ReportRow): boolean =>
  since !== null && to < since && paid === 0 && requested === 0;

/** Paid, of those that have ended; null where none has. */
export function successRate({ completed, failed, cancelled, resolved, refused }: RequestedFigures): number | null {
  const ended = completed + failed + cancelled + resolved + refused;
  return ended === 0 ? null : completed / ended;
}
