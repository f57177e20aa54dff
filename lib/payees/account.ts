import { z } from "zod";
import { digits, type FieldProblem, line, problem } from "@/lib/fields";
import { type AccountNameProblem, readAccountName } from "@/lib/japan/account-name";
import { readAccountNumber } from "@/lib/japan/account-number";
import { convertYucho, doubtsAboutYucho, passbookDigits, YUCHO_BANK_CODE, type YuchoDoubt } from "@/lib/japan/yucho";

/* The account that is paid, as it is typed into a withdrawal or into the payee book, and what is made of it. */

/** Seven digits, padded on the left. */
const japaneseNumber = z.string({ error: problem("required") }).transform((typed, context) => {
  const read = readAccountNumber(typed);
  if (read.ok) return read.value.value;
  context.addIssue({ code: "custom", message: problem(read.error.code === "EMPTY" ? "required" : "accountNumber") });
  return z.NEVER;
});

/** In full width and NFC, as banks take it. A conversion that could change the name is made in the form, by a person. */
const japaneseHolder = z.string({ error: problem("required") }).transform((typed, context) => {
  const read = readAccountName(typed);
  if (read.ok && read.value.confirm.length === 0) return read.value.name;
  const message = read.ok ? problem("nameUnconfirmed") : holderProblem(read.error.problems[0]?.code);
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

function holderProblem(code: AccountNameProblem["code"] | undefined) {
  if (code === "EMPTY") return problem("required");
  return problem(code === "TOO_LONG" ? "accountNameTooLong" : "accountName");
}

const YUCHO_PROBLEMS: Record<YuchoDoubt, [field: string, code: FieldProblem]> = {
  BRANCH_ENDS_IN_8_OR_9: ["destinationBranchCode", "yuchoBranch"],
  TYPE_DISAGREES_WITH_BRANCH: ["destinationAccountType", "yuchoType"],
};

/** Whether a code that the directory lacks, or a name that it has otherwise, is meant as it was typed. */
const asTyped = z.enum(["", "yes"]).default("");

/** Symbol or number of a passbook, where the account was converted from one. */
const passbook = z.string().max(32).transform(passbookDigits).default("");

const bankName = line(100);

export const japaneseAccount = {
  currency: z.literal("JPY"),
  bankAsTyped: asTyped,
  branchAsTyped: asTyped,
  yuchoSymbol: passbook,
  yuchoNumber: passbook,
  yuchoSavings: z.enum(["", "no", "yes"]).default(""),
  destination: digits(/^\d{4}$/, "bankCode"),
  destinationName: bankName,
  destinationBranchCode: digits(/^\d{3}$/, "branchCode"),
  destinationBranchName: line(100),
  destinationAccount: japaneseNumber,
  destinationAccountName: japaneseHolder,
  destinationAccountType: z.enum(["1", "2"], { error: problem("accountType") }),
};

type JapaneseAccount = z.output<z.ZodObject<typeof japaneseAccount>>;
type Issues = { addIssue: (issue: { code: "custom"; path: string[]; message: FieldProblem }) => void };

/** A passbook's symbol and number, typed as branch and account, would pay a stranger. */
export function checkPassbook(typed: JapaneseAccount, context: Issues) {
  const { destination, destinationBranchCode, destinationAccountType, destinationAccount } = typed;
  const { yuchoSymbol, yuchoNumber, yuchoSavings } = typed;
  if (yuchoSymbol !== "" || yuchoNumber !== "") {
    const read = convertYucho(yuchoSymbol, yuchoNumber);
    const isSame =
      read.ok &&
      destination === read.value.bankCode &&
      destinationBranchCode === read.value.branchCode &&
      destinationAccountType === read.value.accountType &&
      destinationAccount === read.value.accountNumber;
    const isPayable = destinationAccountType === "2" || yuchoSavings === "no";
    if (!isSame || !isPayable) {
      context.addIssue({ code: "custom", path: ["yuchoNumber"], message: problem("yuchoUnconverted") });
    }
  }
  if (destination !== YUCHO_BANK_CODE) return;
  for (const doubt of doubtsAboutYucho(destinationBranchCode, destinationAccountType)) {
    const [field, code] = YUCHO_PROBLEMS[doubt];
    context.addIssue({ code: "custom", path: [field], message: problem(code) });
  }
}

/** A bank of another currency has a code and an account number; branches and account types are Japan's. */
export const accountElsewhere = <C extends string>(currency: C) => ({
  currency: z.literal(currency),
  destination: line(32),
  destinationName: bankName,
  destinationAccount: line(64),
  destinationAccountName: line(100),
});
