import type { FieldProblem } from "@/lib/fields";
import { compareAmounts, timesAmount } from "@/lib/money/amount";

/** The columns of our template, in their order: the fields of the withdrawal form. */
export const BATCH_FIELDS = [
  "playerId",
  "destination",
  "destinationName",
  "destinationBranchCode",
  "destinationBranchName",
  "destinationAccountType",
  "destinationAccount",
  "destinationAccountName",
  "amount",
  "currency",
  "memo",
] as const;
export type BatchField = (typeof BATCH_FIELDS)[number];

export const fieldsIn = (named: Record<string, unknown>): BatchField[] =>
  BATCH_FIELDS.filter((field) => named[field] !== undefined);

/** A row as it was written or edited: all text. */
export type RowFields = Record<BatchField, string>;

/** What the reading of a file changed in a row, to be shown: zeros put back in front, and other conversions. */
export type RowMarks = { restored: BatchField[]; converted: BatchField[] };
export const NO_MARKS: RowMarks = { restored: [], converted: [] };

/** What says which bank is paid. Where zeros were put back in front of one of them, a person checks it. */
export const BANK_CODES = ["destination", "destinationBranchCode"] as const satisfies readonly BatchField[];

/** What the file itself has wrong, by field, and of the whole row by `line`. Editing the field clears it. */
export type FileProblems = Partial<Record<BatchField | "line", FieldProblem>>;

export const OVERLAPS = ["same_row", "paid_before", "other_batch", "unknown_outcome", "other_amount"] as const;
export type Overlap = (typeof OVERLAPS)[number];

/**
 * What a row may pay a second time, or `other_amount`: the last payment to the account, of a far different `amount`. `at`:
 * the line of the file, or the referenceId. `batch`: the other batch, whose row is no order yet. `on`: when the order was
 * requested, ISO 8601.
 */
export type OverlapWarning = { kind: Overlap; at: string; batch?: string; on?: string; amount?: string };

/** Whether an amount is more than half above or below the one that was paid last. */
export const isUnusual = (amount: string, last: string): boolean =>
  compareAmounts(timesAmount(amount, 2), last) < 0 || compareAmounts(timesAmount(amount, 2), timesAmount(last, 3)) > 0;

/** Until it is known what became of the first, nothing is paid again: no reason overrides that. */
export const isBlocking = ({ kind }: OverlapWarning) => kind === "unknown_outcome";

/** Who pays a row in spite of which warnings, and why. */
export type Accepted = { warnings: OverlapWarning[]; reason: string; by: string; at: string };

/** What says how much is paid to whom. */
const PAID_FIELDS = [
  "destination",
  "destinationBranchCode",
  "destinationAccountType",
  "destinationAccount",
  "destinationAccountName",
  "amount",
  "currency",
] as const satisfies readonly BatchField[];

/** Whether an edited row pays another amount or account. It needs its reason again, also where its warnings stay the same. */
export const paysOther = (before: RowFields, after: RowFields): boolean =>
  PAID_FIELDS.some((field) => before[field] !== after[field]);

const keyOf = ({ kind, at }: Pick<OverlapWarning, "kind" | "at">) => `${kind} ${at}`;

/** What a user saw of a row: other warnings, and any of another amount, are not accepted by what they said of these. */
export type SeenRow = {
  line: number;
  currency: string;
  amount: string;
  warnings: Pick<OverlapWarning, "kind" | "at">[];
};

/** The warnings of a row that a user saw, for the amount that they saw. */
export function seenWarnings(
  { terms, warnings }: { terms: { currency: string; amount: string } | null; warnings: OverlapWarning[] },
  seen: SeenRow | undefined,
): OverlapWarning[] {
  if (terms === null || terms.currency !== seen?.currency || terms.amount !== seen.amount) return [];
  const known = new Set(seen.warnings.map(keyOf));
  return warnings.filter((warning) => known.has(keyOf(warning)));
}

/** The warnings that are not accepted yet. */
export function openWarnings(warnings: OverlapWarning[], accepted: Accepted | null): OverlapWarning[] {
  const known = new Set(accepted?.warnings.map(keyOf));
  return warnings.filter((warning) => isBlocking(warning) || !known.has(keyOf(warning)));
}
