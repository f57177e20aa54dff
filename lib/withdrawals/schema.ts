import { z } from "zod";
import { amountIn, digits, line, problem, thresholdIn } from "@/lib/fields";
import type { RecipientView, TransactionRow } from "@/lib/transactions/schema";
import { APPROVERS, type ApprovalRules, isSameRule } from "./rules";

/** How a withdrawal is typed, and what is made of it. Lengths are ours where the specification gives none. */

const common = {
  /** Made when the form was opened; the same form sent twice is one withdrawal. */
  formId: z.uuid(),
  playerId: line(128),
  destinationName: line(100),
  destinationAccountName: line(100),
};

const jpy = z.object({
  ...common,
  currency: z.literal("JPY"),
  amount: amountIn("JPY"),
  destination: digits(/^\d{4}$/, "bankCode"),
  destinationBranchCode: digits(/^\d{3}$/, "branchCode"),
  destinationBranchName: line(100),
  destinationAccount: digits(/^\d{7}$/, "accountNumber"),
  destinationAccountType: z.enum(["1", "2"], { error: problem("accountType") }),
});

/** A bank of another currency has a code and an account number; branches and account types are Japan's. */
const elsewhere = <C extends string>(currency: C) =>
  z.object({
    ...common,
    currency: z.literal(currency),
    amount: amountIn(currency),
    destination: line(32),
    destinationAccount: line(64),
  });

export const withdrawalInput = z.discriminatedUnion("currency", [jpy, elsewhere("THB"), elsewhere("USDT")], {
  error: problem("currency"),
});
export type WithdrawalInput = z.output<typeof withdrawalInput>;

/** The form as it is typed: all text, nothing decided. */
export type WithdrawalForm = Record<
  Exclude<keyof z.input<typeof jpy>, "currency" | "destinationAccountType">,
  string
> & {
  currency: string;
  destinationAccountType: string;
};

/** From the address of the form: which earlier withdrawal it corrects. */
export const correction = z.object({ from: line(200).nullable().catch(null).default(null) });

export const WITHDRAWAL_CURRENCIES = ["JPY", "THB", "USDT"] as const;

const REASON_MAX = 500;
const decided = { referenceId: line(200), digest: z.string().regex(/^[0-9a-f]{64}$/) };

/** What an approver decided, over which terms, and why where they did not agree. */
export const decisionInput = z.discriminatedUnion("decision", [
  z.object({ ...decided, decision: z.literal("approved"), reason: z.undefined().optional() }),
  z.object({ ...decided, decision: z.enum(["declined", "sent back"]), reason: line(REASON_MAX) }),
]);
export type DecisionInput = z.output<typeof decisionInput>;

const ruleIn = <C extends string>(currency: C) =>
  z.object({ currency: z.literal(currency), from: thresholdIn(currency), approvers: z.literal(APPROVERS) });

const RULES_MAX = 50;

/** Rules as they are proposed. Two for the same amount would leave open which of them counts. */
export const rulesInput = z.object({
  rules: z
    .array(
      z.discriminatedUnion("currency", [ruleIn("JPY"), ruleIn("THB"), ruleIn("USDT")], { error: problem("currency") }),
    )
    .max(RULES_MAX)
    .superRefine((rules, context) => {
      for (const [at, rule] of rules.entries()) {
        const isTwice = rules.slice(0, at).some((earlier) => isSameRule(earlier, rule));
        if (isTwice) context.addIssue({ code: "custom", path: [at, "from"], message: problem("ruleTwice") });
      }
    }),
});
export const rulesDecision = z.object({ proposalId: z.uuid(), apply: z.boolean() });

/** One withdrawal in the list. */
export type WithdrawalRow = TransactionRow & { recipient: RecipientView; requestedBy: string };

/** `mine`: those that wait for the reader's own decision. */
export const WITHDRAWALS_SHOWN = ["mine", "waiting", "all"] as const;
export type WithdrawalsShown = (typeof WITHDRAWALS_SHOWN)[number];

/** From the address; a filter that we do not have shows everything. */
export const withdrawalFilter = z.object({ show: z.enum(WITHDRAWALS_SHOWN).catch("all") });

/** How many requests wait for the reader's decision, and how much of each currency. */
export type WaitingForMe = { count: number; totals: { currency: string; amount: string }[] };

/** The rules by which withdrawals are approved, and the change that waits for a second admin. */
export type RulesView = {
  inForce: ApprovalRules;
  proposal: { id: string; rules: ApprovalRules; by: string; at: string; isOwn: boolean } | null;
};
