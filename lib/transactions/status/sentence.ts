import { isFoundMoved, type Resolution } from "@/lib/transactions/discrepancies/resolution";
import { endedHere, isPossiblySent, mayExist } from "@/lib/transactions/submission/submission";
import { type Contested, type Headline, headlineOf, nothingMoves } from "./display-status";

type Marked = Pick<Contested, "submission" | "conflict"> & { possiblySentUntil: Date | string | null };

/** A lost database may have sent it, and no conflict of records says more. */
export const mayBeSentByLost = (order: Marked) => !order.conflict && isPossiblySent(order);

/** It moved no money and will not. `finding`: of its discrepancies, where they are resolved. */
export function isUnpaid(order: Contested & Marked & { finding: Resolution | null }): boolean {
  if (mayBeSentByLost(order)) return false;
  const headline = headlineOf(order);
  return nothingMoves(headline) || (headline === "resolved" && order.finding !== null && !isFoundMoved(order.finding));
}

/** The message at `orders.sentence` that is true of an order. */
export function sentenceKeyOf(
  order: Contested & Marked & { replaces: string | null },
): Headline | "possiblySent" | "alteredSent" | "doubleUnsent" | "doubleReplacing" {
  if (mayBeSentByLost(order)) return "possiblySent";
  const headline = headlineOf(order);
  // A request that was rejected or lost had left before it was found to be altered.
  if (headline === "altered" && mayExist(order.submission)) return "alteredSent";
  // The order that turned up is this one or one before it. One that ended before it left has not.
  if (headline === "double" && order.replaces !== null) {
    return endedHere(order.submission) && !isPossiblySent(order) ? "doubleUnsent" : "doubleReplacing";
  }
  return headline === "unknown" && order.possiblySentUntil !== null ? "possiblySent" : headline;
}
