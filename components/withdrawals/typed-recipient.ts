import { parseTypedAmount } from "@/lib/money/amount-input";
import { codeOf } from "@/lib/withdrawals/form-state";
import type { AdvisedTerms, WithdrawalForm } from "@/lib/withdrawals/schema";

type Typed = Omit<WithdrawalForm, "formId">;

/**
 * Whom the form is about as far as it has been typed; null before the account is whole. What is still missing or
 * wrong besides is left out, as the form says it at its field. The rules for accounts and names come when needed.
 */
export async function typedRecipient(typed: Typed): Promise<AdvisedTerms | null> {
  const { currency } = typed;
  const read = parseTypedAmount(typed.amount, currency);
  const amount = read.ok ? read.value : null;
  const playerId = typed.playerId.trim().normalize("NFC") || null;
  if (currency !== "JPY") {
    const destination = typed.destination.trim();
    const destinationAccount = typed.destinationAccount.trim();
    if (destination === "" || destinationAccount === "") return null;
    const holder = typed.destinationAccountName.trim().normalize("NFC");
    const recipient = { destination, destinationBranchCode: "", destinationAccount };
    return { currency, amount, playerId, ...recipient, destinationAccountName: holder === "" ? null : holder };
  }

  const [{ readAccountNumber }, { readAccountName }] = await Promise.all([
    import("@/lib/japan/account-number"),
    import("@/lib/japan/account-name"),
  ]);
  const destination = codeOf(typed.destination);
  const destinationBranchCode = codeOf(typed.destinationBranchCode);
  const account = readAccountNumber(typed.destinationAccount, destination);
  if (!/^\d{4}$/.test(destination) || !/^\d{3}$/.test(destinationBranchCode) || !account.ok) return null;
  const holder = readAccountName(typed.destinationAccountName);
  const destinationAccountType = typed.destinationAccountType;
  const number = account.value.value;
  const recipient = { destination, destinationBranchCode, destinationAccountType, destinationAccount: number };
  return { currency, amount, playerId, ...recipient, destinationAccountName: holder.ok ? holder.value.name : null };
}
