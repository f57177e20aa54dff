import type { TransactionRow } from "@/lib/transactions/schema";
import { isClosedByOperations, isFinal, isKnown, isPaid } from "@/lib/transactions/status/status";
import {
  type EndedHere,
  endedHere,
  isAwaitingApproval,
  isNotCreated,
  isRejected,
  isUnderway,
  isUnknown,
} from "@/lib/transactions/submission/submission";

/** Which plain sentence is true of an order. Each leads a reader to something else to do, or not to do. */
export type DisplayStatus =
  | "conflict"
  | "altered"
  | "double"
  | "amount"
  | "settled"
  | "paid"
  | "failed"
  | "closed"
  | "open"
  | "unfamiliar"
  | "refused"
  | "unknown"
  | "not_created"
  | "awaiting_approval"
  | EndedHere
  | "held"
  | "frozen"
  | "underway"
  | "unheard";

type Known = Pick<TransactionRow, "status" | "submission" | "conflict"> &
  Partial<Pick<TransactionRow, "discrepancyKind" | "settled" | "hold" | "frozen">>;

export function displayStatusOf({
  status,
  submission,
  conflict,
  discrepancyKind = null,
  settled,
  hold,
  frozen,
}: Known): DisplayStatus {
  // A resolution does not answer whether our request got through.
  if (settled && isUnknown(submission)) return "unknown";
  if (settled) return "settled";
  // It contradicts itself: to repeat either story as the truth could be a lie.
  if (conflict) return discrepancyKind === null || discrepancyKind === "reports" ? "conflict" : discrepancyKind;
  if (status !== null) {
    if (isPaid(status)) return "paid";
    if (isClosedByOperations(status)) return "closed";
    if (isFinal(status)) return "failed";
    return isKnown(status) ? "open" : "unfamiliar";
  }
  if (isRejected(submission)) return "refused";
  if (isUnknown(submission)) return "unknown";
  if (isNotCreated(submission)) return "not_created";
  if (isAwaitingApproval(submission)) return "awaiting_approval";
  if (endedHere(submission)) return submission;
  if (hold && isUnderway(submission)) return "held";
  if (frozen && isUnderway(submission)) return "frozen";
  return isUnderway(submission) ? "underway" : "unheard";
}

/** Whether a person has to look, or must be kept from sending again. */
export const needsAPerson = (standing: DisplayStatus) =>
  ["conflict", "altered", "double", "amount", "unknown", "not_created", "held"].includes(standing);

/** It ended without money having moved, so no further figure will come. */
export const nothingMoves = (standing: DisplayStatus) =>
  [
    ...["refused", "failed", "closed", "not_created"],
    ...["declined", "sent_back", "withdrawn", "expired", "stopped"],
  ].includes(standing);
