import type { Order } from "@/drizzle/schema/transactions";
import type { ChosenPayee } from "@/lib/payees/rules";
import type { Nullable, WithdrawOrder } from "@/lib/payments-api/shapes";
import type { Fields } from "@/lib/payments-api/sign";

/** The terms of a withdrawal: amount, currency, recipient and player. */
export type Terms = Omit<WithdrawOrder, "referenceId" | "callbackUrl">;

/** The terms alone, from a form or a record, without nulls. */
export const termsOf = (from: Nullable<Terms>): Terms => ({
  currency: from.currency,
  amount: from.amount,
  playerId: from.playerId,
  destination: from.destination,
  destinationName: from.destinationName,
  destinationBranchCode: from.destinationBranchCode ?? undefined,
  destinationBranchName: from.destinationBranchName ?? undefined,
  destinationAccount: from.destinationAccount,
  destinationAccountName: from.destinationAccountName,
  destinationAccountType: from.destinationAccountType ?? undefined,
});

/** The terms from the two records of a withdrawal. */
export const termsOnRecord = (
  { currency, amount, playerId }: Pick<Order, "currency" | "amount" | "playerId">,
  intent: Nullable<Omit<Terms, "currency" | "amount" | "playerId">>,
): Terms => termsOf({ ...intent, currency, amount, playerId: playerId ?? "" });

type Beside = {
  purpose: string;
  attached: readonly { sha256: string; name: string }[];
  /** The saved payee, if one was chosen. */
  payee: ChosenPayee | null;
};

/** The payee named by a record. */
export const chosenIn = (from: { payeeId: string | null; payeeVersion: number | null }): ChosenPayee | null =>
  from.payeeId === null || from.payeeVersion === null ? null : { payeeId: from.payeeId, version: from.payeeVersion };

/**
 * Facts for approvers that are never sent to the service; the digest covers them together with the terms. Empty ones
 * are left out.
 */
export const digested = (terms: Terms, { purpose, attached, payee }: Beside): Fields => ({
  ...terms,
  purpose: purpose || undefined,
  payee: payee ? `${payee.payeeId} ${payee.version}` : undefined,
  attachments: attached.map(({ sha256, name }) => `${sha256} ${name}`).join("\n") || undefined,
});
