import { type DisplayStatus, discrepancyOf, displayStatusOf } from "@/lib/transactions/status/display-status";
import type { Status } from "@/lib/transactions/status/status";
import type { DiscrepancyKind } from "@/lib/transactions/status/status-report";
import type { HoldReason } from "@/lib/transactions/submission/hold-reasons";
import { endedHere, type Submission } from "@/lib/transactions/submission/submission";
import type { BatchState } from "./state";

/** What became of a row that was to be paid. The first that hold money, or may, come first. */
export const ROW_GROUPS = [
  "paid",
  "in_progress",
  "unknown",
  "check",
  "held",
  "failed",
  "closed",
  "waiting",
  "not_sent",
] as const;
export type RowGroup = (typeof ROW_GROUPS)[number];

/** `check`: it needs action, and may have been sent. `held`: it needs action, and was not. `closed`: the service's operations ended it unpaid, or a person resolved it. */
const GROUPS = {
  COMPLETED: "paid",
  SUCCESS: "in_progress",
  PENDING: "in_progress",
  FAILED: "failed",
  CANCELLED: "closed",
  RESOLVED: "closed",
  unfamiliar: "in_progress",
  awaiting_approval: "waiting",
  declined: "not_sent",
  sent_back: "not_sent",
  withdrawn: "not_sent",
  expired: "not_sent",
  stopped: "not_sent",
  queued: "waiting",
  held: "held",
  frozen: "waiting",
  submitting: "in_progress",
  accepted: "in_progress",
  unheard: "in_progress",
  rejected: "failed",
  unknown: "unknown",
  not_created: "failed",
} as const satisfies Record<DisplayStatus, RowGroup>;

export type RowOrder = {
  status: Status | null;
  submission: Submission | null;
  conflict: boolean;
  discrepancyKind: DiscrepancyKind | null;
  resolved: boolean;
  hold: HoldReason | null;
  /** A lost database may have sent it, unless checks have answered since. */
  isMarked: boolean;
};

/** The only derivation. `order`: null where the row is none yet, or where another order took its place. */
export function groupOf(order: RowOrder | null, state: BatchState, isReplaced = false): RowGroup {
  if (order === null) return isReplaced || !mayStillSend(state) ? "not_sent" : "waiting";
  const group = order.hold === null ? GROUPS[displayStatusOf(order)] : "held";
  if (group === "unknown" || discrepancyOf(order) === null) return mayBeSentByLost(order) ? "unknown" : group;
  return order.resolved ? "closed" : "check";
}

/** What waits is asked about before it leaves; what is held may stay so for days. */
const mayBeSentByLost = ({ isMarked, submission, hold }: RowOrder) =>
  isMarked && (endedHere(submission) || hold !== null);

const mayStillSend = (state: BatchState) => state !== "cancelled" && state !== "declined" && state !== "discarded";

/** A refusal or a failure on record: a new run may pay these rows. Never one whose outcome is unknown. */
export const isRetryable = (group: RowGroup) => group === "failed";

/** It needs action, or must be kept from paying again. */
export const needsAttention = (group: RowGroup) => group === "unknown" || group === "check" || group === "held";

/** A request for it was made, or may have been. */
export const hasLeft = (group: RowGroup) => group !== "held" && group !== "waiting" && group !== "not_sent";

/** What a page leads with. */
export const BATCH_HEADLINES = [
  "draft",
  "awaiting_approval",
  "sending",
  "paused",
  "declined",
  "discarded",
  "needs_attention",
  "in_progress",
  "completed",
  "partly_paid",
  "not_paid",
] as const;
export type BatchHeadline = (typeof BATCH_HEADLINES)[number];

export type GroupCounts = Partial<Record<RowGroup, number>>;

/** Nothing is completed while the outcome of a row is unknown or open. */
export function headlineOf(state: BatchState, counts: GroupCounts): BatchHeadline {
  if (state !== "sent" && state !== "cancelled") return state;
  const has = (group: RowGroup) => (counts[group] ?? 0) > 0;
  if (ROW_GROUPS.some((group) => needsAttention(group) && has(group))) return "needs_attention";
  if (has("in_progress") || has("waiting")) return "in_progress";
  if (!has("paid")) return "not_paid";
  return ROW_GROUPS.some((group) => group !== "paid" && has(group)) ? "partly_paid" : "completed";
}
