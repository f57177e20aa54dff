import type { Resolution } from "@/lib/transactions/discrepancies/resolution";
import { endedUnpaid, isPaid, type Status } from "@/lib/transactions/status/status";
import type { DiscrepancyKind } from "@/lib/transactions/status/status-report";
import { isCorrectable, type Submission } from "./submission";

/** What decides whether another payout may be requested in the place of this one. */
export type Ending = {
  submission: Submission | null;
  status: Status | null;
  conflict: boolean;
  discrepancyKind: DiscrepancyKind | null;
  resolved: boolean;
  /** The resolution of its discrepancy; null if open, or a new one was recorded since. */
  finding: Resolution | null;
};

/** Whether another order may be made in the place of one that ended like this. */
export type MayReplace = (ending: Ending) => boolean;

/** A person resolved every discrepancy on record with the finding that no money moved. */
const isFoundUnpaid = ({ resolved, finding, discrepancyKind }: Ending) =>
  resolved && finding === "not_moved" && discrepancyKind !== "altered";

/** Nothing contradicts that no money moved. */
export const isUncontested = (ending: Ending): boolean => !ending.conflict || isFoundUnpaid(ending);

/** It ended here before anything left, or was refused: a corrected payout may be requested in its place. */
const ENDED_BEFORE = ["declined", "stopped"] satisfies Submission[];
const hasEndedHere = (submission: Submission | null) =>
  isCorrectable(submission) || ENDED_BEFORE.some((ended) => ended === submission);

/**
 * Whether a corrected payout may be requested in the place of this one, as far as the record goes. The service is asked
 * as well, directly before the request and before the send. Never while the outcome is unknown.
 */
export function isCorrectablePayout(ending: Ending): boolean {
  const { submission, status } = ending;
  if (!isUncontested(ending)) return false;
  if (status === null) return hasEndedHere(submission);
  // "accepted": the service has it. A resolved discrepancy may hold another status; the service's answer decides.
  return submission === "accepted" && (endedUnpaid(status) || isFoundUnpaid(ending));
}

/** Whether the same payout may be requested once more. It is paid, and nothing on record contradicts that. */
export const isRepeatable = ({ status, conflict }: Pick<Ending, "status" | "conflict">): boolean =>
  isPaid(status) && !conflict;
