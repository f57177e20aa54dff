import type { Failure } from "@/lib/payments-api/failure";

/** One currency's balance as the service last said it. Amounts are decimal strings, times ISO 8601. */
export type BalanceView = { currency: string; available: string; ledger: string; asOf: string };

/** The balances, and what came of asking for them just now. A failed refresh keeps the last figures, marked stale. */
export type BalancesView = {
  balances: BalanceView[];
  /** Null where the service answered; else why these figures are old. */
  stale: { failure: Failure; since: string } | null;
};
