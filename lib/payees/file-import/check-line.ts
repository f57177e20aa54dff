import { fieldProblems } from "@/lib/fields";
import { recipientWarnings, unconfirmedNames } from "../recipient-warnings";
import { type PayeeInput, payeeInput } from "../schema";
import type { PayeeLine } from "./columns";

/** What the bank directory says of codes. */
type Listed = {
  bank: (code: string) => { name: string } | undefined;
  branch: (bank: string, code: string) => { name: string } | undefined;
};

export type CheckedLine = { line: number; payee: PayeeInput | null; problems: string[] };

const codeOf = (typed: string) => typed.normalize("NFKC").trim();
const TYPES: Record<string, string> = { 普通: "1", 当座: "2", "": "1" };

/** Excel drops zeros at the beginning of a code. */
const padded = (typed: string, length: number) =>
  /^\d+$/.test(codeOf(typed)) ? codeOf(typed).padStart(length, "0") : typed;

/** Checks a line by the rules of the payee form. Names that are missing come from the directory. */
export function checkLine({ line, fields, isUnclear }: PayeeLine, directory: Listed): CheckedLine {
  if (isUnclear) return { line, payee: null, problems: ["unclear"] };
  const isJapan = codeOf(fields.currency) === "JPY";
  const bank = isJapan ? padded(fields.destination, 4) : fields.destination;
  const branch = isJapan ? padded(fields.destinationBranchCode, 3) : fields.destinationBranchCode;
  const listed = {
    bank: (isJapan && directory.bank(bank)?.name) || null,
    branch: (isJapan && directory.branch(bank, branch)?.name) || null,
  };
  const type = codeOf(fields.destinationAccountType);
  const read = payeeInput.safeParse({
    ...fields,
    ...{ currency: codeOf(fields.currency), destination: bank, destinationBranchCode: branch },
    destinationName: fields.destinationName.trim() || (listed.bank ?? ""),
    destinationBranchName: fields.destinationBranchName.trim() || (listed.branch ?? ""),
    destinationAccountType: TYPES[type] ?? type,
  });
  if (!read.success) return { line, payee: null, problems: Object.values(fieldProblems(read.error)) };
  const payee = read.data;
  // A file has nothing by which a person confirms a name that is not the directory's.
  const unconfirmed = payee.currency === "JPY" ? unconfirmedNames(recipientWarnings(payee, listed), payee) : {};
  const problems = Object.values(unconfirmed);
  return problems.length > 0 ? { line, payee: null, problems } : { line, payee, problems: [] };
}
