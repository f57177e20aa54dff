import { z } from "zod";
import { banksOf } from "../banks/banks";
import type { Currency } from "../money/currencies";
import { text } from "../wire/input";
import { invalid } from "../wire/refusal";

/** The fields of a withdrawal that say who is paid. */
export const destinationFields = {
  destination: text(20).describe("The recipient's bank code. JPY: 4 digits."),
  destinationName: text().describe("The recipient's bank name."),
  destinationAccount: text(40).describe("The account number."),
  destinationAccountName: text().describe("The account holder; katakana for JPY."),
  destinationBranchCode: text(20).describe("Required for JPY: 3 digits.").optional(),
  destinationBranchName: text().describe("Required for JPY.").optional(),
  destinationAccountType: z
    .enum(["1", "2"], "must be 1 (savings) or 2 (checking)")
    .describe("JPY: 1 savings (default), 2 checking.")
    .optional(),
  destinationBranch: text()
    .describe("Legacy: all digits are the branch code, anything else the branch name.")
    .optional(),
};
const shape = z.object(destinationFields);
type Destination = z.output<typeof shape>;

/** Who is paid, with the legacy branch field and the default account type written out. */
export function destinationOf(input: Destination, currency: Currency): Record<string, string> {
  const { destination, destinationName, destinationAccount, destinationAccountName } = input;
  const legacy = legacyBranch(input.destinationBranch);
  const branchCode = input.destinationBranchCode ?? legacy.code;
  const branchName = input.destinationBranchName ?? legacy.name;

  const problems =
    currency === "JPY"
      ? japaneseProblems(destination, destinationAccountName, branchCode, branchName)
      : listedBankProblems(destination, currency);
  if (problems.length > 0) throw invalid(...problems);

  return {
    destination,
    destinationName,
    destinationAccount,
    destinationAccountName,
    ...(branchCode && { destinationBranchCode: branchCode }),
    ...(branchName && { destinationBranchName: branchName }),
    ...(currency === "JPY" && { destinationAccountType: input.destinationAccountType ?? "1" }),
  };
}

/** The legacy single field: all digits are the branch code, anything else the branch name. */
function legacyBranch(branch: string | undefined): { code?: string; name?: string } {
  if (branch === undefined) return {};
  return /^\d+$/.test(branch) ? { code: branch } : { name: branch };
}

function japaneseProblems(bank: string, holder: string, branchCode?: string, branchName?: string): string[] {
  const problems: string[] = [];
  if (!/^\d{4}$/.test(bank)) problems.push("destination: must be a 4-digit bank code");
  // Companies have Latin letters and brackets in their account names, so only scripts that no bank accepts are refused.
  if (/[\p{Script=Hiragana}\p{Script=Han}]/u.test(holder)) problems.push("destinationAccountName: must be katakana");
  if (branchCode === undefined) problems.push("destinationBranchCode: is required for JPY");
  else if (!/^\d{3}$/.test(branchCode)) problems.push("destinationBranchCode: must be 3 digits");
  if (branchName === undefined) problems.push("destinationBranchName: is required for JPY");
  return problems;
}

/** Where no banks are listed, any bank is accepted. */
function listedBankProblems(bank: string, currency: Currency): string[] {
  const banks = banksOf(currency);
  const isUsable = banks.length === 0 || banks.some(({ bankCode }) => bankCode === bank);
  return isUsable ? [] : ["destination: is not the code of a listed bank"];
}
