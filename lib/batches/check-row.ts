import { fieldProblems } from "@/lib/fields";
import { recipientWarnings, unconfirmedNames } from "@/lib/payees/recipient-warnings";
import { codeOf } from "@/lib/withdrawals/form-state";
import { type Terms, termsOf } from "@/lib/withdrawals/request";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import type { RowFields } from "./row";

/** What the bank directory says of codes. */
export type Listed = {
  bank: (code: string) => { name: string } | undefined;
  branch: (bank: string, code: string) => { name: string } | undefined;
};

/** What is sent for a row; its memo goes to approvers only. */
export type RowTerms = Terms & { purpose: string };

/** A row is sent or has problems: field name to problem code. */
export type CheckedRow = { terms: RowTerms; problems: null } | { terms: null; problems: Record<string, string> };

const NO_FORM = "00000000-0000-4000-8000-000000000000";
const TYPES: Record<string, string> = { 普通: "1", 当座: "2" };

/** Checks a row by the rules of the withdrawal form. Names that are missing come from the directory. */
export function checkRow(fields: RowFields, directory: Listed): CheckedRow {
  const { memo, ...typed } = fields;
  const bank = codeOf(fields.destination);
  const branch = codeOf(fields.destinationBranchCode);
  const isJapan = codeOf(fields.currency) === "JPY";
  const listed = {
    bank: (isJapan && directory.bank(bank)?.name) || null,
    branch: (isJapan && directory.branch(bank, branch)?.name) || null,
  };
  const type = codeOf(fields.destinationAccountType);
  const names = {
    destinationName: fields.destinationName.trim() || (listed.bank ?? ""),
    destinationBranchName: fields.destinationBranchName.trim() || (listed.branch ?? ""),
  };
  const read = withdrawalInput.safeParse({
    ...{ ...typed, ...names },
    formId: NO_FORM,
    currency: codeOf(fields.currency),
    destinationAccountType: TYPES[type] ?? type,
    purpose: memo,
  });
  // Also where the row has other problems: all of them are shown together.
  const unlisted = isJapan ? ownFields(unconfirmedNames(recipientWarnings(names, listed), UNCONFIRMED)) : {};
  const problems = { ...unlisted, ...(read.success ? {} : ownFields(fieldProblems(read.error))) };
  if (!read.success || Object.keys(problems).length > 0) return { terms: null, problems };
  return { terms: { ...termsOf(read.data), purpose: read.data.purpose }, problems: null };
}

/** A row has nothing to confirm a name by. */
const UNCONFIRMED = { bankAsTyped: "", branchAsTyped: "" };

/** A name that the directory has otherwise is a problem of its code. */
const OWN: Record<string, string> = {
  bankAsTyped: "destination",
  branchAsTyped: "destinationBranchCode",
  destinationName: "destination",
  destinationBranchName: "destinationBranchCode",
  purpose: "memo",
};

/** Where two problems fall on one field, that of the field itself counts: the name is missing because of it. */
const ownFields = (problems: Record<string, string>) => ({
  ...Object.fromEntries(Object.entries(problems).map(([field, code]) => [OWN[field] ?? field, code])),
  ...Object.fromEntries(Object.entries(problems).filter(([field]) => OWN[field] === undefined)),
});
