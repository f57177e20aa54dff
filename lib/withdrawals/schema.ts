import { z } from "zod";
import { amountIn, digits, line, problem } from "@/lib/fields";
import type { RecipientView, TransactionRow } from "@/lib/transactions/schema";
import { approvalRules } from "./rules";

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

export const WITHDRAWAL_CURRENCIES = ["JPY", "THB", "USDT"] as const;

const REASON_MAX = 500;
const decided = { referenceId: line(200), digest: z.string().regex(/^[0-9a-f]{64}$/) };

/** What an approver decided, over which terms, and why where they did not agree. */
export const decisionInput = z.discriminatedUnion("decision", [
  z.object({ ...decided, decision: z.literal("approved"), reason: z.undefined().optional() }),
  z.object({ ...decided, decision: z.enum(["declined", "sent back"]), reason: line(REASON_MAX) }),
]);
export type DecisionInput = z.output<typeof decisionInput>;

export const rulesInput = z.object({ rules: approvalRules });
export const rulesDecision = z.object({ proposalId: z.uuid(), apply: z.boolean() });

/** One withdrawal in the list. */
export type WithdrawalRow = TransactionRow & { recipient: RecipientView; requestedBy: string };
