/** The account that is paid, as far as it tells one payee from another. */
export type PayeeAccount = {
  destination: string;
  destinationBranchCode?: string | null | undefined;
  destinationAccountType?: string | null | undefined;
  destinationAccount: string;
};

const normalized = (text: string) =>
  text
    .normalize("NFKC")
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** One key for one account, however it was typed: width, case, spaces, hyphens and leading zeros make no other payee. */
export const payeeKey = (account: PayeeAccount): string =>
  [
    normalized(account.destination),
    normalized(account.destinationBranchCode ?? ""),
    account.destinationAccountType ?? "",
    normalized(account.destinationAccount).replace(/^0+(?=.)/, ""),
  ].join("/");
