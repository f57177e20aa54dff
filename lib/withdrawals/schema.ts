import { z } from "zod";
import { attachedInput } from "@/lib/attachments/schema";
import type { ProposalFacts } from "@/lib/auth/proposal";
import { amountIn, eachCurrency, line, optionalLine, problem, reasonText, thresholdIn, words } from "@/lib/fields";
import { accountElsewhere, checkPassbook, japaneseAccount } from "@/lib/payees/account";
import { oneOrder } from "@/lib/transactions/schema";
import { APPROVERS, type ApprovalRules, isSameRule } from "./approval-rules";
import { SETBACKS } from "./follow-up";
import { PAYEE_TEXT } from "./payee-text";

/** The withdrawal form. Lengths are ours where the specification gives none. */

/** In production the amount is entered twice. The comparison needs the parsed amount, so it follows later. */
const amountAgain = z.string().max(64).optional();

const common = {
  /** Created with the form: the same form submitted twice is one withdrawal. */
  formId: z.uuid(),
  playerId: line(128),
  /** The saved payee of the account; empty if it was typed. */
  payee: z.string().regex(PAYEE_TEXT, problem("required")).default(""),
  /** Purpose, for the approvers. Never sent. */
  purpose: words(optionalLine(140)).default(""),
  attachments: attachedInput,
  amountAgain,
  /** The ended withdrawal that this one corrects. */
  corrects: line(200).optional(),
  /** The reason for a request beyond the balance. */
  shortfallReason: line(200).optional(),
};

const jpy = z.object({ ...common, ...japaneseAccount, amount: amountIn("JPY") }).superRefine(checkPassbook);

const elsewhere = <C extends string>(currency: C) =>
  z.object({ ...common, ...accountElsewhere(currency), amount: amountIn(currency) });

export const withdrawalInput = eachCurrency((currency) => (currency === "JPY" ? jpy : elsewhere(currency)));
export type WithdrawalInput = z.output<typeof withdrawalInput>;

const SHOWN_MAX = 20;

/** Reference IDs of equal payouts, and IDs of batches that have still to send an equal row. */
const shownRepeats = z.array(line(200)).max(SHOWN_MAX);

/** What the review sends: the form, and what pays the same and was shown. */
export const reviewedWithdrawal = withdrawalInput.and(z.object({ shownRepeats: shownRepeats.default([]) }));

/** The form as typed: text only. */
export type WithdrawalForm = Record<Exclude<keyof z.input<typeof jpy>, GivenInReview>, string>;
type GivenInReview = "amountAgain" | "corrects" | "shortfallReason";

/** From the form's URL: the withdrawal to correct (`from`) or repeat (`again`), or the payee. */
const earlier = line(200).nullable().catch(null).default(null);
export const prefilledFrom = z.object({
  from: earlier,
  again: earlier,
  payee: z.uuid().nullable().catch(null).default(null),
});
export type PrefilledFrom = z.output<typeof prefilledFrom>;

const decided = { referenceId: line(200), digest: z.string().regex(/^v1:[0-9a-f]{8}:[0-9a-f]{64}$/) };

/** A decision: the digest of the terms that the approver saw, and the reason if it is no approval. */
export const decisionInput = z.discriminatedUnion("decision", [
  z.object({ ...decided, decision: z.literal("approved"), amountAgain, reason: z.undefined().optional() }),
  z.object({
    ...{ ...decided, decision: z.enum(["declined", "sent_back"]), reason: reasonText },
    amountAgain: z.undefined().optional(),
  }),
]);
export type DecisionInput = z.output<typeof decisionInput>;

/** Dismisses a withdrawal, in the state that the reader saw. */
export const dismissalInput = oneOrder.extend({ setback: z.enum(SETBACKS) });

/** `shownRepeats`: what pays the same and was named before. */
export const reissueInput = oneOrder.extend({ amountAgain, shownRepeats: shownRepeats.optional() });
export type ReissueInput = z.output<typeof reissueInput>;

const rule = eachCurrency((currency) =>
  z.object({ currency: z.literal(currency), from: thresholdIn(currency), approvers: z.literal(APPROVERS) }),
);

const RULES_MAX = 50;

/** Proposed rules. Two rules for the same amount are refused as ambiguous. */
export const rulesInput = z.object({
  rules: z
    .array(rule)
    .max(RULES_MAX)
    .superRefine((rules, context) => {
      for (const [at, rule] of rules.entries()) {
        const isTwice = rules.slice(0, at).some((earlier) => isSameRule(earlier, rule));
        if (isTwice) context.addIssue({ code: "custom", path: [at, "from"], message: problem("ruleTwice") });
      }
    }),
});

/** The requests that wait for the reader: number, sum per currency, and the first by deadline. */
export type WaitingForMe = {
  count: number;
  totals: { currency: string; amount: string }[];
  mostUrgent: string[];
  /** The earliest deadline; null if none waits. */
  decideBy: string | null;
};

export type RulesView = {
  inForce: ApprovalRules;
  proposal: (ProposalFacts & { rules: ApprovalRules }) | null;
};

/** The terms to advise on, as far as they are typed. */
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
  /** The form, as these terms may have been requested by it already, and what it corrects: neither is its duplicate. */
  formId: z.uuid().optional(),
  corrects: line(200).optional(),
});
export type AdvisedTerms = z.output<typeof advisedTerms>;
