import type { RecipientView } from "@/lib/transactions/schema";

type Account = Omit<RecipientView, "passbook" | "warnings" | "masked" | "revealable"> &
  Record<"yuchoSymbol" | "yuchoNumber", string | null>;

/** An account on record, as a form has it. A name that differs from the directory must be confirmed again. */
export const recipientForm = ({ yuchoSymbol, yuchoNumber, ...account }: Account) => ({
  ...{ destination: account.destination, destinationName: account.destinationName, bankAsTyped: "", branchAsTyped: "" },
  destinationBranchCode: account.destinationBranchCode ?? "",
  destinationBranchName: account.destinationBranchName ?? "",
  destinationAccountType: account.destinationAccountType ?? "1",
  ...{ destinationAccount: account.destinationAccount, destinationAccountName: account.destinationAccountName },
  ...{ yuchoSymbol: yuchoSymbol ?? "", yuchoNumber: yuchoNumber ?? "" },
  yuchoSavings: yuchoSymbol !== null && account.destinationAccountType === "1" ? "no" : "",
});
