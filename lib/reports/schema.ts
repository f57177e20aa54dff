import { z } from "zod";
import { tokyoDayText } from "@/lib/fields";
import { KNOWN_CURRENCIES } from "@/lib/money/currencies";
import { DAY_MS, tokyoDay } from "@/lib/time";
import { REPORT_TYPES, type ReportFilter, UNITS, type Unit } from "./filter";

const DAYS_MAX = 731;

/** How many days each unit shows where none are named. */
const USUAL_DAYS: Record<Unit, number> = { day: 31, week: 13 * 7, month: 366 };

const given = z.object({
  unit: z.enum(UNITS).catch("day"),
  type: z.enum(REPORT_TYPES).catch("DEPOSIT"),
  currency: z
    .string()
    .regex(/^[A-Z0-9]{2,12}$/)
    .catch(KNOWN_CURRENCIES[0] ?? "JPY"),
  from: tokyoDayText.optional().catch(undefined),
  to: tokyoDayText.optional().catch(undefined),
});

/** As an address says it; what it does not say, or says wrongly, is as usual. */
export const reportAsked = given;
export type ReportAsked = z.output<typeof reportAsked>;

/** With its days: the last ones where none are named. */
export function reportFilter({ from, to, ...asked }: ReportAsked, now: Date): ReportFilter {
  const isSpan = from !== undefined && to !== undefined && from <= to && daysBetween(from, to) <= DAYS_MAX;
  if (isSpan) return { ...asked, from, to };
  const first = new Date(now.getTime() - (USUAL_DAYS[asked.unit] - 1) * DAY_MS);
  return { ...asked, from: tokyoDay(first), to: tokyoDay(now) };
}

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

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
  rows: ReportRow[];
  total: ReportRow;
  /** All in which an order is recorded. */
  currencies: string[];
  /** The newest commit in these figures, where they lack later ones: ISO 8601. */
  asOf: string | null;
};

/** Paid, of those that have ended; null where none has. */
export function successRate({ completed, failed, cancelled, resolved, refused }: RequestedFigures): number | null {
  const ended = completed + failed + cancelled + resolved + refused;
  return ended === 0 ? null : completed / ended;
}
