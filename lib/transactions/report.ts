import type { Source, Status } from "./state";

/** What we made of a report. */
export const VERDICTS = ["moved", "same", "hint", "conflict", "mismatch"] as const;
export type Verdict = (typeof VERDICTS)[number];

/**
 * A word about an order, from whichever way it came. Absent fields were not said; amounts are decimal strings.
 * `exchangeId` or `deliveryId` leads to the raw text.
 */
export type Report = {
  source: Source;
  status: Status;
  referenceId?: string | undefined;
  transactionId?: string | undefined;
  type?: string | undefined;
  currency?: string | undefined;
  amount?: string | undefined;
  fee?: string | null | undefined;
  netAmount?: string | null | undefined;
  actualAmount?: string | null | undefined;
  playerId?: string | null | undefined;
  method?: string | null | undefined;
  exchangeId?: string | undefined;
  deliveryId?: string | undefined;
};
