import type { PayeeVersion } from "@/drizzle/schema/payees";
import { fieldProblems } from "@/lib/fields";
import { typedAccountName } from "@/lib/japan/account-name-input";
import { readAccountNumber } from "@/lib/japan/account-number";
import { withoutHalfWidthKana } from "@/lib/japan/zengin";
import { payeeKey } from "@/lib/limits/payee";
import { type Listed, namesIn, recipientWarnings, unconfirmedNames } from "../recipient-warnings";
import { type PayeeInput, payeeInput } from "../schema";
import { PAYEE_COLUMNS, type PayeeColumn, type PayeeFields, type PayeeLine } from "./columns";

/** `field`: none where it is of the whole line. `proposal`: a spelling of the holder that banks take. */
export type LineProblem = { field: PayeeColumn | null; code: string; proposal?: string };
/** `cells`: the line as it would be proposed, else as it was read. */
export type CheckedLine = { line: number; payee: PayeeInput | null; problems: LineProblem[]; cells: PayeeFields };

/** What the book says of the account of a line. An empty cell keeps it, and so does what a file has no column for. */
type Held = Pick<
  PayeeVersion,
  "destinationName" | "destinationBranchName" | "destinationAccountType" | "yuchoSymbol" | "yuchoNumber"
>;

const codeOf = (typed: string) => typed.normalize("NFKC").trim();
export const ACCOUNT_TYPES: Record<string, string> = { 普通: "1", 当座: "2" };

/** Excel drops zeros at the beginning of a code. */
const padded = (typed: string, length: number) =>
  /^\d+$/.test(codeOf(typed)) ? codeOf(typed).padStart(length, "0") : typed;

function codesOf(fields: PayeeFields) {
  const currency = codeOf(fields.currency);
  const isJapan = currency === "JPY";
  const type = codeOf(fields.destinationAccountType);
  return {
    ...{ currency, isJapan, type: ACCOUNT_TYPES[type] ?? type },
    // As banks write it, as a file of payouts may have it.
    holder: isJapan ? withoutHalfWidthKana(fields.destinationAccountName) : fields.destinationAccountName,
    bank: isJapan ? padded(fields.destination, 4) : fields.destination,
    branch: isJapan ? padded(fields.destinationBranchCode, 3) : fields.destinationBranchCode,
  };
}

/** By which keys the book may have the account of a line: that of each type where it names none, 普通 first. */
export function accountsOf({ fields }: PayeeLine): { currency: string; payeeKey: string }[] {
  const { currency, isJapan, type, bank: destination, branch: destinationBranchCode } = codesOf(fields);
  const typed = fields.destinationAccount;
  if (!isJapan) return [{ currency, payeeKey: payeeKey({ destination, destinationAccount: typed }) }];
  // A key keeps ー, which names have; a number is read without it, as without any other hyphen.
  const read = readAccountNumber(typed);
  const account = { destination, destinationBranchCode, destinationAccount: read.ok ? read.value.value : typed };
  const types = type === "" ? ["1", "2"] : [type];
  return types.map((one) => ({ currency, payeeKey: payeeKey({ ...account, destinationAccountType: one }) }));
}

/** Checks a line by the rules of the payee form. Names that are missing come from the book, else from the directory. */
export function checkLine(
  { line, fields, isUnclear }: PayeeLine,
  directory: Listed,
  held: Held | undefined,
): CheckedLine {
  const { currency, isJapan, type, bank, branch, holder } = codesOf(fields);
  const typed = { ...fields, destination: bank, destinationBranchCode: branch, destinationAccountType: type };
  const refused = (problems: LineProblem[]) => ({ line, payee: null, problems, cells: typed });
  if (isUnclear) return refused([{ field: null, code: "unclear" }]);
  const listed = isJapan ? namesIn(directory, bank, branch) : { bank: null, branch: null };
  const [bankName, branchName] = [fields.destinationName.trim(), fields.destinationBranchName.trim()];
  const read = payeeInput.safeParse({
    ...typed,
    ...{ currency, destinationAccountName: holder },
    destinationName: bankName || (held?.destinationName ?? listed.bank ?? ""),
    destinationBranchName: branchName || (held?.destinationBranchName ?? listed.branch ?? ""),
    destinationAccountType: type || (held?.destinationAccountType ?? "1"),
    // What two people agreed to before is not asked again.
    ...(held && { bankAsTyped: bankName === "" ? "yes" : "", branchAsTyped: branchName === "" ? "yes" : "" }),
    ...(held?.yuchoSymbol && {
      yuchoSymbol: held.yuchoSymbol,
      yuchoNumber: held.yuchoNumber ?? "",
      yuchoSavings: "no",
    }),
  });
  const problemsOf = (found: Record<string, string>) =>
    Object.entries(found).map(([name, code]): LineProblem => {
      const field = COLUMN_OF[name] ?? PAYEE_COLUMNS.find((column) => column === name) ?? null;
      const proposal = isJapan && field === "destinationAccountName" ? typedAccountName(holder).proposal : null;
      return { field, code, ...(proposal && { proposal: proposal.text }) };
    });
  if (!read.success) return refused(problemsOf(fieldProblems(read.error)));
  const payee = read.data;
  // A file has nothing by which a person confirms a name that is not the directory's.
  const unconfirmed = payee.currency === "JPY" ? unconfirmedNames(recipientWarnings(payee, listed), payee) : {};
  const problems = problemsOf(unconfirmed);
  const cells = { ...typed, ...payee };
  return problems.length > 0 ? { line, payee: null, problems, cells } : { line, payee, problems, cells };
}

/** The columns of what the form has fields for and a file has not. */
const COLUMN_OF: Record<string, PayeeColumn> = {
  bankAsTyped: "destinationName",
  branchAsTyped: "destinationBranchName",
  yuchoNumber: "destinationAccount",
};
