import { addAmounts } from "@/lib/money/amount";
import { BANK_CODES, isBlocking } from "./row";
import type { DraftRow, Sum } from "./schema";

/** What a draft's rows are shown by, the first that a person should go through first. */
export const DRAFT_GROUPS = ["check", "problems", "warnings", "payees", "new", "excluded", "all"] as const;
export type DraftGroup = (typeof DRAFT_GROUPS)[number];

/** Why a row cannot be requested as it is; null where it can, or is left out. */
export function hindrance({ excluded, problems, open }: DraftRow): "problem" | "warning" | null {
  if (excluded) return null;
  if (problems) return "problem";
  return open ? "warning" : null;
}

const HAS: Record<DraftGroup, (row: DraftRow) => boolean> = {
  check: (row) => hindrance(row) !== null,
  problems: (row) => hindrance(row) === "problem",
  warnings: ({ excluded, warnings }) => !excluded && warnings !== undefined,
  payees: ({ excluded, payee }) => !excluded && payee !== undefined && payee !== "new",
  new: ({ excluded, payee }) => !excluded && payee === "new",
  excluded: ({ excluded }) => excluded !== undefined,
  all: () => true,
};

export const isInGroup = (row: DraftRow, group: DraftGroup): boolean => HAS[group](row);

/** How many rows are not left out and have a bank or branch code in front of which zeros were put back. */
export const restoredCodes = (rows: readonly DraftRow[]): number =>
  rows.filter(({ excluded, marks }) => !excluded && BANK_CODES.some((code) => marks?.restored.includes(code))).length;

/** Whether a warning of the row cannot be accepted, so that it cannot be paid as it is. */
export const isBlocked = ({ warnings = [] }: Pick<DraftRow, "warnings">): boolean => warnings.some(isBlocking);

/** The rows that would be paid: how many, how much of each currency, and how many of them once a warning is accepted. */
export function payable(rows: readonly DraftRow[]): { count: number; sums: Sum[]; unaccepted: number } {
  const sums = new Map<string, string>();
  let [count, unaccepted] = [0, 0];
  for (const row of rows) {
    const { excluded, paid } = row;
    if (excluded || !paid || isBlocked(row)) continue;
    count += 1;
    if (hindrance(row) === "warning") unaccepted += 1;
    sums.set(paid.currency, addAmounts(sums.get(paid.currency) ?? "0", paid.amount));
  }
  return { count, sums: [...sums].sort().map(([currency, amount]) => ({ currency, amount })), unaccepted };
}
