import type { HoldReason } from "@/lib/transactions/submission/hold-reasons";
import { hasNotLeft, isUnderway, isUnknown, type Submission } from "@/lib/transactions/submission/submission";
import { isKnown, type KnownStatus, type Status } from "./status";
import type { DiscrepancyKind } from "./status-report";

/** The status to display: the service's status, else the state of our submission. */
export type DisplayStatus = KnownStatus | "unfamiliar" | Submission | "held" | "frozen" | "unheard";

type Known = {
  status: Status | null;
  submission: Submission | null;
  hold?: HoldReason | null;
  frozen?: boolean;
};

/** The single derivation. Badges show this value; filters and sentences group it by `GROUPS`. */
export function displayStatusOf({ status, submission, hold = null, frozen = false }: Known): DisplayStatus {
  if (status !== null) return isKnown(status) ? status : "unfamiliar";
  if (hold !== null && isUnderway(submission)) return "held";
  if (frozen && isUnderway(submission)) return "frozen";
  return submission ?? "unheard";
}

/** Filter values in display order; also the column `state` of a file. */
export const LIST_STATUSES = [
  "COMPLETED",
  "SUCCESS",
  "PENDING",
  "FAILED",
  "CANCELLED",
  "RESOLVED",
  "unfamiliar",
  "unknown",
  "not_created",
  "rejected",
  "not_sent",
  "unheard",
] as const;
export type ListStatus = (typeof LIST_STATUSES)[number];

/** `headline`: the sentence that describes it. Each leads to different actions. */
const GROUPS = {
  COMPLETED: { headline: "paid", listed: "COMPLETED" },
  SUCCESS: { headline: "open", listed: "SUCCESS" },
  PENDING: { headline: "open", listed: "PENDING" },
  FAILED: { headline: "failed", listed: "FAILED" },
  CANCELLED: { headline: "closed", listed: "CANCELLED" },
  RESOLVED: { headline: "closed", listed: "RESOLVED" },
  unfamiliar: { headline: "unfamiliar", listed: "unfamiliar" },
  awaiting_approval: { headline: "awaiting_approval", listed: "not_sent" },
  declined: { headline: "declined", listed: "not_sent" },
  sent_back: { headline: "sent_back", listed: "not_sent" },
  withdrawn: { headline: "withdrawn", listed: "not_sent" },
  expired: { headline: "expired", listed: "not_sent" },
  stopped: { headline: "stopped", listed: "not_sent" },
  queued: { headline: "underway", listed: "not_sent" },
  held: { headline: "held", listed: "not_sent" },
  frozen: { headline: "frozen", listed: "not_sent" },
  submitting: { headline: "underway", listed: "unheard" },
  accepted: { headline: "unheard", listed: "unheard" },
  unheard: { headline: "unheard", listed: "unheard" },
  rejected: { headline: "refused", listed: "rejected" },
  unknown: { headline: "unknown", listed: "unknown" },
  not_created: { headline: "not_created", listed: "not_created" },
} as const satisfies Record<DisplayStatus, { headline: string; listed: ListStatus }>;

/** The database stores the same value, by an expression generated from this function. */
export const listStatusOf = ({ status, submission }: Pick<Known, "status" | "submission">): ListStatus =>
  GROUPS[displayStatusOf({ status, submission })].listed;

type DiscrepancyHeadline = Exclude<DiscrepancyKind, "reports"> | "conflict";
export type Headline = (typeof GROUPS)[DisplayStatus]["headline"] | DiscrepancyHeadline | "resolved";

export type Contested = Known & {
  conflict: boolean;
  discrepancyKind?: DiscrepancyKind | null;
  resolved?: boolean;
  deposit?: { dismissed?: boolean } | null;
};

/** The discrepancy, if any, shown beside the display status. */
export function discrepancyOf({ conflict, discrepancyKind = null }: Contested): DiscrepancyHeadline | null {
  if (!conflict) return null;
  return discrepancyKind === null || discrepancyKind === "reports" ? "conflict" : discrepancyKind;
}

export function headlineOf(order: Contested): Headline {
  // A resolution does not decide whether our request arrived.
  if (order.resolved) return isUnknown(order.submission) ? "unknown" : "resolved";
  // With a contradiction, neither report may be shown as the truth.
  return discrepancyOf(order) ?? GROUPS[displayStatusOf(order)].headline;
}

/** It was not created, and a user is done with it. That ends where the service has it after all. */
export const isDismissed = (order: Contested) =>
  headlineOf(order) === "not_created" && order.deposit?.dismissed === true;

/** Whether it needs action or must not be submitted again. The list of required actions uses the same rule in SQL. */
export function needsAction(order: Contested): boolean {
  const headline = headlineOf(order);
  const hasDiscrepancy = headline === discrepancyOf(order);
  // A held order may await approval again.
  const isHeld = order.hold != null && hasNotLeft(order.submission) && headline !== "resolved";
  const isMissing = headline === "not_created" && !isDismissed(order);
  return hasDiscrepancy || isHeld || headline === "unknown" || isMissing;
}

const NOTHING_MOVES: readonly Headline[] = [
  ...(["refused", "failed", "closed", "not_created"] as const),
  ...(["declined", "sent_back", "withdrawn", "expired", "stopped"] as const),
];

/** Ended without a movement of money, so no further figure will come. */
export const nothingMoves = (headline: Headline) => NOTHING_MOVES.includes(headline);
