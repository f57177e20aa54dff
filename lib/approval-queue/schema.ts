import { z } from "zod";
import type { WaitingBatch } from "@/lib/batches/schema";
import type { WaitingProposal } from "@/lib/dashboard/schema";
import type { WaitingPayee } from "@/lib/payees/schema";

/** A payout that waits for the reader's decision. Times are ISO 8601, the amount is a decimal string. */
export type WaitingPayout = {
  kind: "withdrawal";
  /** The reference ID. */
  id: string;
  by: string;
  at: string;
  until: string;
  amount: string;
  currency: string;
  /** Whom it pays. */
  to: string;
};

/** What waits for the reader's decision: payouts, batches of them, payees, and changes that others proposed. */
export type ApprovalItem = WaitingPayout | WaitingBatch | WaitingProposal | WaitingPayee;

/** The oldest first. `count`: how many there are in all. */
export type ApprovalsView = { count: number; items: ApprovalItem[] };

/** From the address: which of them is open. */
export const approvalsAddress = z.object({ item: z.string().max(200).optional().catch(undefined) });
