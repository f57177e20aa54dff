import type { AccountSide, JournalAccounts } from "./accounts";

const side = (account: string): AccountSide => ({ account, subAccount: "", department: "", taxClass: "対象外" });

/** What the form offers before accounts were saved. Nothing is booked by them until a person has saved them. */
export const SUGGESTED_ACCOUNTS: Required<JournalAccounts> = {
  deposits: { debit: side("預け金"), credit: side("預り金") },
  withdrawals: { debit: side("預り金"), credit: side("預け金") },
  fees: { debit: side("支払手数料"), credit: side("預け金") },
  top_ups: { debit: side("預け金"), credit: side("普通預金") },
  bank_transfers: { debit: side("普通預金"), credit: side("預け金") },
};
