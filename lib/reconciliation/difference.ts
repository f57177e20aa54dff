import { compareAmounts } from "@/lib/money/amount";
import type { RowClass } from "./classes";

/** What an exception is about. A later run may find another one under the same exception. */
export type Difference = {
  class: RowClass;
  currency: string;
  ledgerAmount: string | null;
  serviceAmount: string | null;
};

export const isSameDifference = (one: Difference, other: Difference): boolean =>
  one.class === other.class &&
  one.currency === other.currency &&
  isSameAmount(one.ledgerAmount, other.ledgerAmount) &&
  isSameAmount(one.serviceAmount, other.serviceAmount);

const isSameAmount = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : compareAmounts(one, other) === 0;

/** The same without what else is known of a row or an exception. */
export const differenceOf = ({ class: kind, currency, ledgerAmount, serviceAmount }: Difference): Difference => ({
  ...{ class: kind, currency, ledgerAmount, serviceAmount },
});

/** A closing reason with the difference that it is about. */
export type Closing = { reason: string; seen: Difference };

/** What stood there when the reason was begun, whichever run has ended since. */
export const aboutOf = ({ reason, seen }: Closing, now: Difference): Difference => (reason === "" ? now : seen);
