import type { PayeeVersion } from "@/drizzle/schema/payees";
import { fieldProblems } from "@/lib/fields";
import { readAccountNumber } from "@/lib/japan/account-number";
import { payeeKey } from "@/lib/limits/payee";
import { type Listed, namesIn, recipientWarnings, unconfirmedNames } from "../recipient-warnings";
import { type PayeeInput, payeeInput } from "../schema";
import type { PayeeFields, PayeeLine } from "./columns";

export type CheckedLine = { line: number; payee: PayeeInput | null; problems: string[] };

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
  if (isUnclear) return { line, payee: null, problems: ["unclear"] };
  const { currency, isJapan, type, bank, branch } = codesOf(fields);
  const listed = isJapan ? namesIn(directory, bank, branch) : { bank: null, branch: null };
  const [bankName, branchName] = [fields.destinationName.trim(), fields.destinationBranchName.trim()];
  const read = payeeInput.safeParse({
    ...fields,
    ...{ currency, destination: bank, destinationBranchCode: branch },
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
  if (!read.success) return { line, payee: null, problems: Object.values(fieldProblems(read.error)) };
  const payee = read.data;
  // A file has nothing by which a person confirms a name that is not the directory's.
  const unconfirmed = payee.currency === "JPY" ? unconfirmedNames(recipientWarnings(payee, listed), payee) : {};
  const problems = Object.values(unconfirmed);
  return problems.length > 0 ? { line, payee: null, problems } : { line, payee, problems: [] };
}
