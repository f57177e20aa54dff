import { z } from "zod";
import { line } from "@/lib/fields";
import type { RecipientView, TransactionRow } from "@/lib/transactions/schema";

/** What is typed to find a recipient: a name, kana, a bank, or the end of an account. Empty: the newest. */
export const recipientSearch = z.object({ currency: line(8), search: z.string().max(100).default("") });
export type RecipientSearch = z.output<typeof recipientSearch>;

/** An account that was paid, or is being paid, from this console. */
export type RecentRecipient = {
  /** The newest payout to it. */
  referenceId: string;
  recipient: RecipientView;
  /** Whose payouts they were; null where they were not all of one player. */
  playerId: string | null;
  /** How many of them are paid. */
  paid: number;
};

export const SIMILARITIES = ["same_account", "same_amount_and_name"] as const;

/** An earlier payout that could be the same one. */
export type SimilarPayout = {
  order: TransactionRow;
  recipient: Pick<RecipientView, "destinationName" | "destinationAccount" | "destinationAccountName">;
  why: (typeof SIMILARITIES)[number];
};

export type RecentRecipients = { found: RecentRecipient[] };
export type SimilarPayouts = { found: SimilarPayout[] };

/** Who besides the requester may approve, as far as the reader may know them. */
export type Approvers = { roles: { role: "admin" | "approver"; count: number }[]; names: string[] | null };
