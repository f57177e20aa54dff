import { z } from "zod";
import { line } from "@/lib/fields";
import type { RecipientView, TransactionRow } from "@/lib/transactions/schema";

/** Search for a recipient by name, kana, bank, or the end of an account number. Empty: the latest. */
export const recipientSearch = z.object({ currency: line(8), search: z.string().max(100).default("") });
export type RecipientSearch = z.output<typeof recipientSearch>;

/** An account with a completed or pending withdrawal from this console. */
export type RecentRecipient = {
  /** The latest withdrawal to it. */
  referenceId: string;
  recipient: RecipientView;
  /** The player; null if its withdrawals belong to several. */
  playerId: string | null;
  /** Number of completed withdrawals. */
  paid: number;
};

/** An earlier withdrawal that this one may duplicate. */
export type SimilarPayout = {
  order: TransactionRow;
  recipient: Pick<RecipientView, "destinationName" | "destinationAccount" | "destinationAccountName">;
  why: "same_account" | "same_amount_and_name";
};

export type RecentRecipients = { found: RecentRecipient[] };
export type SimilarPayouts = { found: SimilarPayout[] };

/** Who may approve besides the requester, as far as the reader may know. */
export type Approvers = { roles: { role: "admin" | "approver"; count: number }[]; names: string[] | null };
