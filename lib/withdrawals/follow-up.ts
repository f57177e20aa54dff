import type { RecipientView, TransactionRow } from "@/lib/transactions/schema";

/** Why a withdrawal needs its requester; the values of `setback` in drizzle/schema/transactions.ts. */
export const SETBACKS = [
  "FAILED",
  "CANCELLED",
  "RESOLVED",
  "held",
  "sent_back",
  "declined",
  "expired",
  "stopped",
  "rejected",
  "not_created",
] as const;
export type Setback = (typeof SETBACKS)[number];

/** A withdrawal that failed, was held or was sent back, and is neither corrected nor dismissed. */
export type FollowUp = TransactionRow & {
  setback: Setback;
  recipient: RecipientView;
  requestedBy: string;
  /** The approver's reason for sending back or declining; null without one. */
  reason: string | null;
  isCorrectable: boolean;
};

/** `counted`: those in no other list of the dashboard. Both figures stop at `FOLLOW_UPS_MAX`. */
export type FollowUpList = { count: number; counted: number; rows: FollowUp[] };

/** The reader's own requests, and the failed payouts of others. */
export type FollowUps = { own: FollowUpList; others: FollowUpList };

export const FOLLOW_UPS_MAX = 100;

export const isCutAt = (count: number) => count >= FOLLOW_UPS_MAX;

/** There may be more than were counted. */
export const isCut = (of: FollowUps | null) => of !== null && (isCutAt(of.own.count) || isCutAt(of.others.count));
