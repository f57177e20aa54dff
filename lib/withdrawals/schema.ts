import { z } from "zod";
import { attachedInput } from "@/lib/attachments/schema";
import type { ProposalFacts } from "@/lib/auth/proposal";
import { amountIn, line, optionalLine, problem, thresholdIn } from "@/lib/fields";
import { accountElsewhere, checkPassbook, japaneseAccount } from "@/lib/payees/account";
import { oneOrder } from "@/lib/transactions/schema";
import { APPROVERS, type ApprovalRules, isSameRule } from "./approval-rules";
import { SETBACKS } from "./follow-up";
import { PAYEE_TEXT } from "./payee-text";

/** How a withdrawal is typed, and what is made of it. Lengths are ours where the specification gives none. */

/** In production the amount is typed twice. How it must compare is decided where the amount is known. */
const amountAgain = z.string().max(64).optional();

const common = {
  /** Made when the form was opened; the same form sent twice is one withdrawal. */
  formId: z.uuid(),
  playerId: line(128),
  /** The payee of the book that the account was taken from; empty where it was typed. */
  payee: z.string().regex(PAYEE_TEXT, problem("required")).default(""),
  /** What it is for and what belongs to it, to those who approve it. Never sent. */
  purpose: optionalLine(140).default(""),
  attachments: attachedInput,
  amountAgain,
  /** The ended withdrawal that this one corrects. */
  corrects: line(200).optional(),
  /** Why it is requested although the balance does not cover it. */
  shortfallReason: line(200).optional(),
};

const jpy = z.object({ ...common, ...japaneseAccount, amount: amountIn("JPY") }).superRefine(checkPassbook);

const elsewhere = <C extends string>(currency: C) =>
  z.object({ ...common, ...accountElsewhere(currency), amount: amountIn(currency) });

export const withdrawalInput = z.discriminatedUnion("currency", [jpy, elsewhere("THB"), elsewhere("USDT")], {
  error: problem("currency"),
});
export type WithdrawalInput = z.output<typeof withdrawalInput>;

/** The form as it is typed: all text, nothing decided. */
export type WithdrawalForm = Record<Exclude<keyof z.input<typeof jpy>, GivenInReview>, string>;
type GivenInReview = "amountAgain" | "corrects" | "shortfallReason";

/** From the address of the form: which earlier withdrawal it corrects (`from`), or requests once more (`again`), or whom it pays. */
const earlier = line(200).nullable().catch(null).default(null);
export const prefilledFrom = z.object({
  from: earlier,
  again: earlier,
  payee: z.uuid().nullable().catch(null).default(null),
});
export type PrefilledFrom = z.output<typeof prefilledFrom>;

const REASON_MAX = 500;
const decided = { referenceId: line(200), digest: z.string().regex(/^v1:[0-9a-f]{8}:[0-9a-f]{64}$/) };

/** What an approver decided, over which terms, and why where they did not agree. */
export const decisionInput = z.discriminatedUnion("decision", [
  z.object({ ...decided, decision: z.literal("approved"), amountAgain, reason: z.undefined().optional() }),
  z.object({
    ...{ ...decided, decision: z.enum(["declined", "sent_back"]), reason: line(REASON_MAX) },
    amountAgain: z.undefined().optional(),
  }),
]);
export type DecisionInput = z.output<typeof decisionInput>;

/** A payout that the reader is done with, as they saw it. */
export const dismissalInput = oneOrder.extend({ setback: z.enum(SETBACKS) });

export const reissueInput = oneOrder.extend({ amountAgain });
export type ReissueInput = z.output<typeof reissueInput>;

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

/** What waits for the reader's decision: how many, how much of each currency, and the first of them by urgency. */
export type WaitingForMe = {
  count: number;
  totals: { currency: string; amount: string }[];
  mostUrgent: string[];
  /** When the first of them is over; null where none waits. */
  decideBy: string | null;
};

/** The rules by which withdrawals are approved, and the change that waits for a second admin. */
export type RulesView = {
  inForce: ApprovalRules;
  proposal: (ProposalFacts & { rules: ApprovalRules }) | null;
};

/** What advice is about: as the form was read, as far as it has been typed. */
export const advisedTerms = z.object({
  currency: line(8),
  amount: z
    .string()
    .regex(/^\d{1,30}(\.\d{1,18})?$/)
    .nullable(),
  destination: line(32),
  /** Empty outside Japan. */
  destinationBranchCode: z.string().max(8),
  destinationAccountType: z.string().max(8).optional(),
  destinationAccount: line(64),
  destinationAccountName: line(100).nullable(),
  playerId: line(128).nullable(),
});
export type AdvisedTerms = z.output<typeof advisedTerms>;
