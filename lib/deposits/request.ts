import type { Order } from "@/drizzle/schema/transactions";
import type { DepositOrder, Nullable } from "@/lib/payments-api/shapes";

/** What makes a deposit this deposit: who is to pay how much of what. */
export type Terms = Omit<DepositOrder, "referenceId" | "callbackUrl">;

/** The terms alone, from a form or from our record: what was not given is empty in one and null in the other. */
export const termsOf = (from: Nullable<Terms>): Terms => ({
  currency: from.currency,
  amount: from.amount,
  playerId: from.playerId,
  payerAccountName: from.payerAccountName || undefined,
  payerAccount: from.payerAccount || undefined,
  payerBankCode: from.payerBankCode || undefined,
});

/** The terms as our two records of a deposit hold them. */
export const termsOnRecord = (
  { currency, amount, playerId }: Pick<Order, "currency" | "amount" | "playerId">,
  intent: Nullable<Omit<Terms, "currency" | "amount" | "playerId">>,
): Terms => termsOf({ ...intent, currency, amount, playerId: playerId ?? "" });
