import { compareAmounts, sameAmount } from "@/lib/money/amount";

/**
 * The sums that an approval rule is compared with. `person_24h`: what one person requested, with all keys whose secret
 * they were shown.
 */
export const APPROVAL_BASES = ["payout", "batch", "requester_24h", "person_24h", "payee_24h"] as const;
export type ApprovalBasis = (typeof APPROVAL_BASES)[number];

/** The largest sum, and what it is a sum of. */
export type Counted = { basis: ApprovalBasis; amount: string };

/** Sums include the payout itself, or the batch that it belongs to. Of equal ones the first counts, so that a lone payout is just a payout. */
export const largestOf = (sums: Partial<Record<ApprovalBasis, string>>): Counted =>
  APPROVAL_BASES.map((basis) => ({ basis, amount: sums[basis] ?? "0" })).reduce((largest, one) =>
    compareAmounts(one.amount, largest.amount) > 0 ? one : largest,
  );

/** How long a payout counts in a sum. */
export const WINDOW_MS = 24 * 3_600_000;

/** What may be sent of a currency within 24 hours. A currency without one has no limit. */
export type DailyLimit = { currency: string; amount: string };

export const limitOf = (limits: DailyLimit[], currency: string): string | null =>
  limits.find((one) => one.currency === currency)?.amount ?? null;

export const areSameLimits = (a: DailyLimit[], b: DailyLimit[]) =>
  a.length === b.length &&
  a.every(({ currency, amount }) => {
    const other = limitOf(b, currency);
    return other !== null && sameAmount(amount, other);
  });

/** Currencies whose limit is another after the change, or has come or gone. */
export const changedCurrencies = (before: DailyLimit[], after: DailyLimit[]): string[] =>
  [...new Set([...before, ...after].map(({ currency }) => currency))]
    .filter((currency) => {
      const of = (limits: DailyLimit[]) => limits.filter((one) => one.currency === currency);
      return !areSameLimits(of(before), of(after));
    })
    .sort();

/** Currencies in which more may be sent after the change than before it. */
export const raisedCurrencies = (before: DailyLimit[], after: DailyLimit[]): string[] =>
  before
    .filter(({ currency, amount }) => {
      const next = limitOf(after, currency);
      return next === null || compareAmounts(next, amount) > 0;
    })
    .map(({ currency }) => currency);
