import { termsOf as depositTerms } from "@/lib/deposits/request";
import { termsOf } from "@/lib/withdrawals/request";
import type { DemoOrder } from "../order";

export const withdrawalTerms = ({ currency, amount, playerId, party }: DemoOrder) =>
  termsOf({
    ...{ currency, amount, playerId, destinationBranchCode: null, destinationBranchName: null },
    ...{ destinationAccountType: null, ...party },
  });

/** What support knew of the payer. */
export function depositTermsOf({ currency, amount, playerId, party }: DemoOrder) {
  const none = { payerAccountName: null, payerAccount: null, payerBankCode: null };
  const {
    destinationAccountName: payerAccountName,
    destinationAccount: payerAccount,
    destination: payerBankCode,
  } = party;
  const given = { JPY: { payerAccountName }, THB: { payerAccountName, payerAccount, payerBankCode }, USDT: {} }[
    currency
  ];
  return depositTerms({ currency, amount, playerId, ...none, ...given });
}
