/** What the form warned of, the requester accepted, and the approver has to see. */
export const RECIPIENT_WARNINGS = [
  "bank_unknown",
  "branch_unknown",
  "bank_name_as_typed",
  "branch_name_as_typed",
] as const;
export type RecipientWarning = (typeof RECIPIENT_WARNINGS)[number];

/** The names that the bank directory has for the two codes; null where it lacks the code. */
export type ListedNames = { bank: string | null; branch: string | null };

/** What the bank directory says of codes. */
export type Listed = {
  bank: (code: string) => { name: string } | undefined;
  branch: (bank: string, code: string) => { name: string } | undefined;
};

export const namesIn = (directory: Listed, bank: string, branch: string): ListedNames => ({
  bank: directory.bank(bank)?.name ?? null,
  branch: directory.branch(bank, branch)?.name ?? null,
});

type Named = { destinationName: string; destinationBranchName: string };

/** Width and spaces make no other name. */
const folded = (name: string) => name.normalize("NFKC").replace(/\s/g, "");
export const isSameName = (typed: string, listed: string) => folded(typed) === folded(listed);

/** Where codes and names are not what the directory says. A bank that it lacks has no branches there either. */
export function recipientWarnings(typed: Named, { bank, branch }: ListedNames): RecipientWarning[] {
  const warnings: RecipientWarning[] = [];
  if (bank === null) return ["bank_unknown"];
  if (!isSameName(typed.destinationName, bank)) warnings.push("bank_name_as_typed");
  if (branch === null) warnings.push("branch_unknown");
  else if (!isSameName(typed.destinationBranchName, branch)) warnings.push("branch_name_as_typed");
  return warnings;
}

/** The field by which a person says that a code and its name are meant as they were typed. */
const CONFIRMED_BY = {
  bank_unknown: "bankAsTyped",
  bank_name_as_typed: "bankAsTyped",
  branch_unknown: "branchAsTyped",
  branch_name_as_typed: "branchAsTyped",
} as const satisfies Record<RecipientWarning, string>;

type Confirmed = { bankAsTyped: string; branchAsTyped: string };

/** Field problems for unconfirmed warnings; none where the withdrawal may be requested. */
export function unconfirmedNames(warnings: RecipientWarning[], confirmed: Confirmed): Record<string, "asTyped"> {
  const missing = warnings.map((warning) => CONFIRMED_BY[warning]).filter((field) => confirmed[field] !== "yes");
  return Object.fromEntries(missing.map((field) => [field, "asTyped"]));
}
