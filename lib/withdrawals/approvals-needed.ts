import type { transactions } from "@/drizzle/schema/transactions";
import type { withdrawals } from "@/drizzle/schema/withdrawals";
import { type ApprovalRules, approversFor } from "./approval-rules";

/** So many approve what is paid to a new payee, at any amount. */
export const NEW_PAYEE_APPROVERS = 2;

type Sum = { currency: string; amount: string };

/** How many must approve a payout or a batch: by the rules for its sums, and more where a payee of it is new. */
export const approversNeeded = (rules: ApprovalRules, sums: Sum[], newPayeeUntil: Date | null): number =>
  Math.max(newPayeeUntil === null ? 0 : NEW_PAYEE_APPROVERS, ...sums.map((sum) => approversFor(rules, sum)));

type Order = Pick<typeof transactions.$inferSelect, "currency">;
type Intent = Pick<typeof withdrawals.$inferSelect, "approversNeeded" | "approvalAmount">;

/**
 * How many must approve now: what was asked at the request, or more where stricter rules came into force or the account
 * became that of a new payee since.
 */
export const approvalsNeeded = (
  rules: ApprovalRules,
  { currency }: Order,
  intent: Intent,
  newPayeeUntil: Date | null,
): number =>
  Math.max(
    intent.approversNeeded,
    approversNeeded(rules, [{ currency, amount: intent.approvalAmount }], newPayeeUntil),
  );
