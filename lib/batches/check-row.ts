import { fieldProblems } from "@/lib/fields";
import { ACCOUNT_TYPES } from "@/lib/payees/file-import/check-line";
import {
  isSameName,
  type Listed,
  type ListedNames,
  namesIn,
  recipientWarnings,
  unconfirmedNames,
} from "@/lib/payees/recipient-warnings";
import { codeOf } from "@/lib/withdrawals/form-state";
import { type Terms, termsOf } from "@/lib/withdrawals/request";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import type { RowFields } from "./row";

/** What is sent for a row; its memo goes to approvers only. */
export type RowTerms = Terms & { purpose: string };

/** A row is sent or has problems: field name to problem code. */
export type CheckedRow = { terms: RowTerms; problems: null } | { terms: null; problems: Record<string, string> };

const NO_FORM = "00000000-0000-4000-8000-000000000000";

const hasJapaneseBank = ({ currency }: RowFields) => codeOf(currency) === "JPY";

/** What the directory calls a row's bank and branch; null where it lacks the code. */
export function listedNames(fields: RowFields, directory: Listed): ListedNames {
  if (!hasJapaneseBank(fields)) return { bank: null, branch: null };
  return namesIn(directory, codeOf(fields.destination), codeOf(fields.destinationBranchCode));
}

/**
 * Checks a row by the rules of the withdrawal form. Names that are missing come from the payee book, else from the
 * directory. `held`: the names that the book has for this very account, which two people agreed to.
 */
export function checkRow(fields: RowFields, directory: Listed, held?: ListedNames): CheckedRow {
  const { memo, ...typed } = fields;
  const isJapan = hasJapaneseBank(fields);
  const listed = listedNames(fields, directory);
  const type = codeOf(fields.destinationAccountType);
  const names = {
    destinationName: fields.destinationName.trim() || (held?.bank ?? listed.bank ?? ""),
    destinationBranchName: fields.destinationBranchName.trim() || (held?.branch ?? listed.branch ?? ""),
  };
  const read = withdrawalInput.safeParse({
    ...{ ...typed, ...names },
    formId: NO_FORM,
    currency: codeOf(fields.currency),
    destinationAccountType: ACCOUNT_TYPES[type] ?? type,
    purpose: memo,
  });
  const confirmed = {
    bankAsTyped: held?.bank && isSameName(names.destinationName, held.bank) ? "yes" : "",
    branchAsTyped: held?.branch && isSameName(names.destinationBranchName, held.branch) ? "yes" : "",
  };
  // Also where the row has other problems: all of them are shown together.
  const unlisted = isJapan ? unconfirmedNames(recipientWarnings(names, listed), confirmed) : {};
  const problems = ofCodes({ ...(read.success ? {} : fieldProblems(read.error)), ...unlisted });
  if (!read.success || Object.keys(problems).length > 0) return { terms: null, problems };
  return { terms: { ...termsOf(read.data), purpose: read.data.purpose }, problems: null };
}

/** Whether the only thing in a row's way may be a name that the payee book confirms. */
export const asksForBook = ({ problems }: CheckedRow): boolean =>
  problems !== null && Object.values(problems).includes("asTyped");

/** Rows are put right by their codes, so what is wrong with a name is a problem of its code. */
const OWN: Record<string, string> = {
  destinationName: "destination",
  destinationBranchName: "destinationBranchCode",
  bankAsTyped: "destination",
  branchAsTyped: "destinationBranchCode",
  purpose: "memo",
};

/**
 * Where several problems fall on one code, its own counts, then that the directory lacks it, then that a name is
 * missing. A bank that the directory lacks has no branches there: nothing is said of the branch.
 */
function ofCodes(problems: Record<string, string>): Record<string, string> {
  const { destinationBranchName, ...others } = problems;
  const known = "bankAsTyped" in problems ? others : problems;
  const moved = Object.keys(OWN).flatMap((field) => (known[field] ? [[OWN[field], known[field]]] : []));
  const own = Object.entries(known).filter(([field]) => OWN[field] === undefined);
  return { ...Object.fromEntries(moved), ...Object.fromEntries(own) };
}
