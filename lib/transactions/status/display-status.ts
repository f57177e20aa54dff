import type { HoldReason } from "@/lib/transactions/submission/hold-reasons";
import { hasNotLeft, isUnderway, isUnknown, type Submission } from "@/lib/transactions/submission/submission";
import { isKnown, type KnownStatus, type Status } from "./status";
import type { DiscrepancyKind } from "./status-report";

/** How an order stands, in one word: what the service says of it, else what became of our request. */
export type DisplayStatus = KnownStatus | "unfamiliar" | Submission | "held" | "frozen" | "unheard";

type Known = {
  status: Status | null;
  submission: Submission | null;
  hold?: HoldReason | null;
  frozen?: boolean;
};

/** The only derivation. Badges show this word; filters and sentences group it by `GROUPS`. */
export function displayStatusOf({ status, submission, hold = null, frozen = false }: Known): DisplayStatus {
  if (status !== null) return isKnown(status) ? status : "unfamiliar";
  if (hold !== null && isUnderway(submission)) return "held";
  if (frozen && isUnderway(submission)) return "frozen";
  return submission ?? "unheard";
}

/** What a list filters by, in the order in which it is offered; also the column `state` of a file. */
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

/** `headline`: which plain sentence is true of it. Each leads a reader to something else to do, or not to do. */
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

/** The database keeps the same word beside each order, by an expression made of this function. */
export const listStatusOf = ({ status, submission }: Pick<Known, "status" | "submission">): ListStatus =>
  GROUPS[displayStatusOf({ status, submission })].listed;

type DiscrepancyHeadline = Exclude<DiscrepancyKind, "reports"> | "conflict";
export type Headline = (typeof GROUPS)[DisplayStatus]["headline"] | DiscrepancyHeadline | "resolved";

type Contested = Known & { conflict: boolean; discrepancyKind?: DiscrepancyKind | null; resolved?: boolean };

/** What contradicts what is known of it; null where nothing does. It is shown beside the display status. */
export function discrepancyOf({ conflict, discrepancyKind = null }: Contested): DiscrepancyHeadline | null {
  if (!conflict) return null;
  return discrepancyKind === null || discrepancyKind === "reports" ? "conflict" : discrepancyKind;
}

export function headlineOf(order: Contested): Headline {
  // A resolution does not answer whether our request got through.
  if (order.resolved) return isUnknown(order.submission) ? "unknown" : "resolved";
  // It contradicts itself: to repeat either story as the truth could be a lie.
  return discrepancyOf(order) ?? GROUPS[displayStatusOf(order)].headline;
}

/** Whether it needs action, or must be kept from sending again. The list of actions required asks SQL the same. */
export function needsAction(order: Contested): boolean {
  const headline = headlineOf(order);
  const hasDiscrepancy = headline === discrepancyOf(order);
  // One that is held may await approval again.
  const isHeld = order.hold != null && hasNotLeft(order.submission) && headline !== "resolved";
  return hasDiscrepancy || isHeld || headline === "unknown" || headline === "not_created";
}

const NOTHING_MOVES: readonly Headline[] = [
  ...(["refused", "failed", "closed", "not_created"] as const),
  ...(["declined", "sent_back", "withdrawn", "expired", "stopped"] as const),
];

/** It ended without money having moved, so no further figure will come. */
export const nothingMoves = (headline: Headline) => NOTHING_MOVES.includes(headline);
