import type { Resolution } from "@/lib/transactions/discrepancies/resolution";
import { endedUnpaid, isPaid, type Status } from "@/lib/transactions/status/status";
import type { DiscrepancyKind } from "@/lib/transactions/status/status-report";
import { isCorrectable, type Submission } from "./submission";

/** The facts that decide whether an order may be replaced. */
export type Ending = {
  submission: Submission | null;
  status: Status | null;
  conflict: boolean;
  discrepancyKind: DiscrepancyKind | null;
  resolved: boolean;
  /** The resolution of its discrepancy; null if open or superseded by a new one. */
  finding: Resolution | null;
};

/** Whether an order that ended like this may be replaced. */
export type MayReplace = (ending: Ending) => boolean;

/** Every discrepancy was resolved with the finding that no money moved. */
const isFoundUnpaid = ({ resolved, finding, discrepancyKind }: Ending) =>
  resolved && finding === "not_moved" && discrepancyKind !== "altered";

/** Nothing contradicts that no money moved. */
export const isUncontested = (ending: Ending): boolean => !ending.conflict || isFoundUnpaid(ending);

/** Ended before submission, or refused by the service: a correction may replace it. */
const ENDED_BEFORE = ["declined", "stopped"] satisfies Submission[];
const hasEndedHere = (submission: Submission | null) =>
  isCorrectable(submission) || ENDED_BEFORE.some((ended) => ended === submission);

/**
 * Whether a correction may replace this withdrawal, according to our record. The service is asked as well, directly
 * before the request and before the submission. Never while the outcome is unknown.
 */
export function isCorrectablePayout(ending: Ending): boolean {
  const { submission, status } = ending;
  if (!isUncontested(ending)) return false;
  if (status === null) return hasEndedHere(submission);
  // "accepted": the service has it. After a discrepancy our record may differ, so the service's answer decides.
  return submission === "accepted" && (endedUnpaid(status) || isFoundUnpaid(ending));
}

/** Whether the same withdrawal may be requested again: it is paid without contradiction. */
export const isRepeatable = ({ status, conflict }: Pick<Ending, "status" | "conflict">): boolean =>
  isPaid(status) && !conflict;
