import { z } from "zod";
import type { Failure } from "@/lib/payments-api/failure";
import type { Explanation } from "./held-balance";

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

/** How far back a chart goes: hours, and into how many seconds its points are gathered. */
export const RANGES = {
  day: { hours: 24, stepSeconds: 10 * 60 },
  week: { hours: 7 * 24, stepSeconds: 60 * 60 },
  month: { hours: 30 * 24, stepSeconds: 4 * 60 * 60 },
} as const;
export type Range = keyof typeof RANGES;

export const RANGE_NAMES = ["day", "week", "month"] as const satisfies Range[];

/** From the address; a range that we do not have shows a day. */
export const historyFilter = z.object({ range: z.enum(RANGE_NAMES).catch("day") });

/** What a balance was from this moment on, and when the service last said so: until then, or the next point. */
export type BalancePoint = { at: string; until: string; available: string; ledger: string };

export type CurrencyHistory = {
  currency: string;
  /** The first answer that was ever kept: before it nothing is known. */
  knownSince: string;
  points: BalancePoint[];
  /** Where the service was not asked for longer than this, nothing is known. Milliseconds. */
  gapMs: number;
  explanation: Explanation;
  /** The largest of the withdrawals that hold something. */
  largest: { referenceId: string; amount: string; fee: string | null; isUncertain: boolean }[];
};

/** Each currency over time, and why what is on the ledger is not all available. */
export type BalanceHistory = { until: string; currencies: CurrencyHistory[] };
