import { termsOf as depositTerms } from "@/lib/deposits/request";
import { termsOf } from "@/lib/withdrawals/request";
import { type DemoOrder, payerOf } from "../order";

export const withdrawalTerms = ({ currency, amount, playerId, party }: DemoOrder) =>
  termsOf({
    ...{ currency, amount, playerId, destinationBranchCode: null, destinationBranchName: null },
    ...{ destinationAccountType: null, ...party },
  });

/** What support knew of the payer. */
export function depositTermsOf(order: DemoOrder) {
  const { currency, amount, playerId } = order;
  const none = { payerAccountName: null, payerAccount: null, payerBankCode: null };
  return depositTerms({ currency, amount, playerId, ...none, ...payerOf(order) });
}
