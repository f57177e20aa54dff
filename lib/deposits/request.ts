import type { DepositOrder } from "@/lib/payments-api/shapes";

/** What makes a deposit this deposit: who is to pay how much of what. */
export type Terms = Omit<DepositOrder, "referenceId" | "callbackUrl">;

type Nullable<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | null : T[K] };

/** The terms alone, from a form or from our record: what was not given is empty in one and null in the other. */
export const termsOf = (from: Nullable<Terms>): Terms => ({
  currency: from.currency,
  amount: from.amount,
  playerId: from.playerId,
  payerAccountName: from.payerAccountName || undefined,
  payerAccount: from.payerAccount || undefined,
  payerBankCode: from.payerBankCode || undefined,
});

type Order = { currency: string; amount: string; playerId: string | null };

/** The terms as our two records of a deposit hold them. */
export const termsOnRecord = (
  { currency, amount, playerId }: Order,
  intent: Nullable<Omit<Terms, "currency" | "amount" | "playerId">>,
): Terms => termsOf({ ...intent, currency, amount, playerId: playerId ?? "" });
