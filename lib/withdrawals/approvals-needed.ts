import type { transactions } from "@/drizzle/schema/transactions";
import type { Withdrawal } from "@/drizzle/schema/withdrawals";
import { type ApprovalRules, approversFor } from "./approval-rules";

/** Approvals for a payout to a new payee, at any amount. */
export const NEW_PAYEE_APPROVERS = 2;

type Sum = { currency: string; amount: string };

/** Approvals needed for a payout or batch: by the rules for its sums, or more if a payee is new. */
export const approversNeeded = (rules: ApprovalRules, sums: Sum[], newPayeeUntil: Date | null): number =>
  Math.max(newPayeeUntil === null ? 0 : NEW_PAYEE_APPROVERS, ...sums.map((sum) => approversFor(rules, sum)));

type Order = Pick<typeof transactions.$inferSelect, "currency">;
type Intent = Pick<Withdrawal, "approversNeeded" | "approvalAmount">;

/** Approvals needed now: those of the request, or more if rules became stricter or the account became new since. */
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
