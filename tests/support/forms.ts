import { randomUUID } from "node:crypto";
import type { z } from "zod";
import type { DepositForm } from "@/lib/deposits/schema";
import type { payeeInput } from "@/lib/payees/schema";
import type { WithdrawalForm } from "@/lib/withdrawals/schema";

/** A form as a user enters it: ¥12,000 to Yamada Taro. */
export const typedForm = (more: Partial<WithdrawalForm> = {}): WithdrawalForm => ({
  formId: randomUUID(),
  currency: "JPY",
  amount: "12,000",
  destination: "0005",
  destinationName: "三菱UFJ銀行",
  destinationBranchCode: "001",
  destinationBranchName: "本店",
  destinationAccountType: "1",
  destinationAccount: "0123456",
  destinationAccountName: "ヤマダ　タロウ",
  playerId: "p-20117",
  ...{ purpose: "", attachments: "", payee: "" },
  ...{ bankAsTyped: "", branchAsTyped: "", yuchoSymbol: "", yuchoNumber: "", yuchoSavings: "" },
  ...more,
});

let accounts = 2_000_000;
/** An account that no other payout goes to: what became of others does not matter to it. */
export const ownAccount = () => {
  accounts += 1;
  return { destinationAccount: String(accounts) };
};

/** A form as a user enters it: a player is to pay in ¥5,000. */
export const typedDeposit = (more: Partial<DepositForm> = {}): DepositForm => ({
  formId: randomUUID(),
  currency: "JPY",
  amount: "5,000",
  playerId: "p-20117",
  payerAccountName: "ヤマダ　タロウ",
  payerAccount: "",
  payerBankCode: "",
  ...more,
});

/** A payee as a user enters it: Yamada Taro's account. */
export const typedPayee = (more: Partial<z.input<typeof payeeInput>> = {}) => {
  const {
    formId: _formId,
    amount: _amount,
    purpose: _purpose,
    attachments: _attachments,
    payee: _payee,
    ...account
  } = typedForm();
  return { ...account, label: "", ...more };
};

/** A payout as a system asks for it: ¥12,000 to Yamada Taro. */
export const payout = (more: Record<string, unknown> = {}) => ({
  ...{ currency: "JPY", amount: "12000", playerId: "p-20117" },
  ...{ destination: "0005", destinationName: "三菱UFJ銀行" },
  ...{ destinationBranchCode: "001", destinationBranchName: "本店", destinationAccountType: "1" },
  ...{ destinationAccount: "0123456", destinationAccountName: "ヤマダ　タロウ" },
  ...more,
});
