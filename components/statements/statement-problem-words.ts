import type { useTranslations } from "next-intl";
import type { BankFileProblem } from "@/lib/imports/bank-statement/statement";

type Words = ReturnType<typeof useTranslations<"statements.problems">>;

const MEGABYTE = 1024 * 1024;

/** Each sentence takes some of these. */
const NO_VALUES = {
  ...{ record: 0, line: 0, column: 0, type: "", rows: 0, most: 0 },
  ...{ stated: "", counted: "", direction: "all" },
};

/** Why a statement was refused whole, in words. */
export function statementProblemWords(t: Words, { kind, ...values }: BankFileProblem): string {
  const given = Object.fromEntries(Object.entries(values));
  const most = kind === "too_large" && "most" in values ? { most: values.most / MEGABYTE } : {};
  return t(kind, { ...NO_VALUES, ...given, ...most });
}
