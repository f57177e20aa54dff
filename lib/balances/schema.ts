import { z } from "zod";
import { dayParts } from "@/lib/fields";
import type { Failure } from "@/lib/payments-api/failure";
import { daysUpTo } from "@/lib/time";
import type { Explanation } from "./held-balance";
import { CUSTOM_DAYS_MAX, type HistoryFilter, RANGE_NAMES } from "./range";

/** One currency's balance as the service last said it. Amounts are decimal strings, times ISO 8601. */
export type BalanceView = {
  currency: string;
  available: string;
  ledger: string;
  asOf: string;
  /** What is on the ledger and not available. */
  held: string;
  /** The change of the available balance since 0:00 in Tokyo; null if unknown. */
  sinceDayStart: string | null;
  /** What was available at the end of each of the last 24 hours, oldest first; null where it was not asked for. */
  trend: (string | null)[];
};

/** The balances, and what came of asking for them just now. A failed refresh keeps the last figures, marked stale. */
export type BalancesView = {
  balances: BalanceView[];
  /** Null where the service answered; else why these figures are old. */
  stale: { failure: Failure; since: string } | null;
};

/** How old these figures are, for the query cache, which refetches old ones. Undefined where there are none. */
export function updatedAt(view: BalancesView): { updatedAt: number } | undefined {
  const newest = view.balances
    .map(({ asOf }) => asOf)
    .toSorted()
    .at(-1);
  return newest === undefined ? undefined : { updatedAt: Date.parse(newest) };
}

/** From the address. A range that does not exist, or lacks its days, is the usual one. */
export const historyFilter = z
  .object({
    range: z.enum(RANGE_NAMES).catch("month"),
    currency: z.string().max(20).optional().catch(undefined),
    ...dayParts,
  })
  .transform(({ range, currency, ...days }): HistoryFilter => {
    if (range !== "custom") return { range, currency };
    const span = daysUpTo(days, CUSTOM_DAYS_MAX);
    return span ? { range, currency, ...span } : { range: "month", currency };
  });

/** What a balance was from this moment on, and when the service last said so: until then, or the next point. */
export type BalancePoint = { at: string; until: string; available: string; ledger: string };

/** What paid orders moved on one Tokyo day. Amounts are what the balance moved by: with or without the fee. */
export type DayFlow = { day: string; inflow: string; outflow: string };

export type CurrencyHistory = {
  currency: string;
  /** The first answer that was ever kept: before it nothing is known. */
  knownSince: string;
  from: string;
  until: string;
  points: BalancePoint[];
  /** What was available at least and at most, also between two points; null where nothing is known. */
  extremes: { lowest: string; highest: string } | null;
  /** Where the service was not asked for longer than this, nothing is known. Milliseconds. */
  gapMs: number;
  /** Every Tokyo day of the range from the first on which something is known. */
  flows: DayFlow[];
  /** The Tokyo day of the explanation, which is about now in any range. */
  today: string;
  explanation: Explanation;
  /** The largest of the withdrawals that hold something. */
  largest: {
    referenceId: string;
    /** Masked for those who may not see it whole. */
    partyName: string | null;
    amount: string;
    fee: string | null;
    isUncertain: boolean;
  }[];
};

/** One currency over time, and why what is on the ledger is not all available. Null where no balance is known. */
export type BalanceHistory = { history: CurrencyHistory | null };
