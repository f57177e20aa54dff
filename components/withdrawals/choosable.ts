import type { PayeeStatus } from "@/lib/payees/rules";
import type { PayablePayee } from "@/lib/payees/schema";
import type { RecipientView } from "@/lib/transactions/schema";
import type { RecentRecipient } from "@/lib/withdrawals/earlier-payouts";
import { payeeText } from "@/lib/withdrawals/payee-text";

/** An account to be picked: of a payee, or of an earlier payout. */
export type Choosable = {
  key: string;
  /** The newest payout to it; null where it comes from the payee book. */
  referenceId: string | null;
  payee: { payeeId: string; text: string; status: PayeeStatus; newUntil: string | null } | null;
  recipient: RecipientView;
  playerId: string | null;
  /** How many payouts to it are paid. */
  paid: number;
  /** Masked accounts cannot be paid by their reader, and a payee only while nothing about it waits. */
  isPayable: boolean;
};

export const choosablePayee = (payee: PayablePayee): Choosable => {
  const { payeeId, version, status, newUntil, recipient, playerId, paid } = payee;
  return {
    ...{ key: payeeId, referenceId: null, recipient, playerId, paid },
    payee: { payeeId, status, newUntil, text: payeeText({ payeeId, version }) },
    isPayable: status === "active" && !recipient.masked,
  };
};

export const choosablePayout = (payout: RecentRecipient): Choosable => {
  const { referenceId, recipient, playerId, paid } = payout;
  return { key: referenceId, referenceId, payee: null, recipient, playerId, paid, isPayable: !recipient.masked };
};
