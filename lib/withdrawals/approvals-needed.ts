import type { transactions } from "@/drizzle/schema/transactions";
import type { withdrawals } from "@/drizzle/schema/withdrawals";
import { type ApprovalRules, approversFor } from "./approval-rules";

type Order = Pick<typeof transactions.$inferSelect, "currency">;
type Intent = Pick<typeof withdrawals.$inferSelect, "approversNeeded" | "approvalAmount">;

/** How many must approve now: what was asked at the request, or more where stricter rules came into force since. */
export const approvalsNeeded = (rules: ApprovalRules, { currency }: Order, intent: Intent): number =>
  Math.max(intent.approversNeeded, approversFor(rules, { currency, amount: intent.approvalAmount }));
