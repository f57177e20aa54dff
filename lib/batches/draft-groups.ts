import { addAmounts } from "@/lib/money/amount";
import type { DraftRow } from "./schema";

/** What a draft's rows are shown by, the first that a person should go through first. */
export const DRAFT_GROUPS = ["check", "problems", "warnings", "new", "excluded", "all"] as const;
export type DraftGroup = (typeof DRAFT_GROUPS)[number];

/** Why a row cannot be requested as it is; null where it can, or is left out. */
export function hindrance({ excluded, problems, open }: DraftRow): "problem" | "warning" | null {
  if (excluded) return null;
  if (problems) return "problem";
  return open ? "warning" : null;
}

export function isInGroup(row: DraftRow, group: DraftGroup): boolean {
  switch (group) {
    case "all":
      return true;
    case "check":
      return hindrance(row) !== null;
    case "problems":
      return hindrance(row) === "problem";
    case "warnings":
      return !row.excluded && row.warnings !== undefined;
    case "new":
      return !row.excluded && row.payee !== undefined;
    case "excluded":
      return row.excluded !== undefined;
  }
}

type Sum = { currency: string; amount: string };

/** The rows that would be paid: how many, and how much of each currency. */
export function payable(rows: readonly DraftRow[]): { count: number; sums: Sum[] } {
  const sums = new Map<string, string>();
  let count = 0;
  for (const { excluded, paid } of rows) {
    if (excluded || !paid) continue;
    count += 1;
    sums.set(paid.currency, addAmounts(sums.get(paid.currency) ?? "0", paid.amount));
  }
  return { count, sums: [...sums].sort().map(([currency, amount]) => ({ currency, amount })) };
}
