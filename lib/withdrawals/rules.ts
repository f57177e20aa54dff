import { z } from "zod";
import { compareAmounts } from "@/lib/money/amount";

/**
 * How many people besides the requester must approve a withdrawal. The rule with the highest amount that is reached
 * counts; a currency without a rule needs two, so that nothing new is ever paid out unseen.
 */
const rule = z.object({
  currency: z.string().regex(/^[A-Z]{3,5}$/),
  /** From this amount on, as a decimal string. */
  from: z.string().regex(/^\d{1,15}(\.\d{1,6})?$/),
  approvers: z.union([z.literal(0), z.literal(1), z.literal(2)]),
});
export const approvalRules = z.array(rule).max(50);
export type ApprovalRules = z.output<typeof approvalRules>;

const UNRULED = 2;

export function approversFor(rules: ApprovalRules, { currency, amount }: { currency: string; amount: string }): number {
  const reached = rules
    .filter((one) => one.currency === currency && compareAmounts(one.from, amount) <= 0)
    .sort((a, b) => compareAmounts(b.from, a.from));
  return reached[0]?.approvers ?? UNRULED;
}

/** Until somebody sets others: in the sandbox large amounts need a second person, in production every amount does. */
export const FIRST_RULES: Record<"sandbox" | "production", ApprovalRules> = {
  sandbox: [
    { currency: "JPY", from: "0", approvers: 0 },
    { currency: "JPY", from: "100000", approvers: 1 },
    { currency: "JPY", from: "1000000", approvers: 2 },
    { currency: "THB", from: "0", approvers: 0 },
    { currency: "THB", from: "25000", approvers: 1 },
    { currency: "USDT", from: "0", approvers: 0 },
    { currency: "USDT", from: "1000", approvers: 1 },
  ],
  production: [
    { currency: "JPY", from: "0", approvers: 1 },
    { currency: "JPY", from: "1000000", approvers: 2 },
    { currency: "THB", from: "0", approvers: 1 },
    { currency: "THB", from: "250000", approvers: 2 },
    { currency: "USDT", from: "0", approvers: 1 },
    { currency: "USDT", from: "10000", approvers: 2 },
  ],
};
