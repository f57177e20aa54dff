import type { RecipientView, TransactionRow } from "@/lib/transactions/schema";

/** Why a payout waits for its requester, in the words of `setback` in drizzle/schema/transactions.ts. */
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

/** A payout that failed, was held or returned, and is neither corrected nor dismissed. */
export type FollowUp = TransactionRow & {
  setback: Setback;
  recipient: RecipientView;
  requestedBy: string;
  /** An approver's reason for sending it back or declining it; null without a reason. */
  reason: string | null;
  isCorrectable: boolean;
};

/** `counted`: how many of them no other list of the dashboard counts. Both figures end at `FOLLOW_UPS_MAX`. */
export type FollowUpList = { count: number; counted: number; rows: FollowUp[] };

/** The reader's own requests, and the failed payouts of others. */
export type FollowUps = { own: FollowUpList; others: FollowUpList };

export const FOLLOW_UPS_MAX = 100;
