import { z } from "zod";
import { amountIn, line, optionalLine, problem, reasonText } from "@/lib/fields";
import { readAccountName } from "@/lib/japan/account-name";
import type { Failure } from "@/lib/payments-api/failure";
import type { TransactionRow } from "@/lib/transactions/schema";

/** How a deposit is typed, and what is made of it. Lengths are ours where the specification gives none. */

const common = {
  /** Made when the form was opened; the same form sent twice is one deposit. */
  formId: z.uuid(),
  playerId: line(128),
  payerAccount: optionalLine(40),
  /** The failed deposit that this one corrects. */
  corrects: line(200).optional(),
};

/** Katakana is recommended and not required: what banks read without a doubt is sent as they write it, the rest as typed. */
const japanesePayer = optionalLine(100).transform((typed) => {
  const read = readAccountName(typed);
  return read.ok && read.value.confirm.length === 0 ? read.value.name : typed;
});

const jpy = z.object({
  ...common,
  currency: z.literal("JPY"),
  amount: amountIn("JPY"),
  payerAccountName: japanesePayer,
});

const elsewhere = <C extends string>(currency: C) =>
  z.object({
    ...common,
    currency: z.literal(currency),
    amount: amountIn(currency),
    payerAccountName: optionalLine(100),
  });

const thb = elsewhere("THB").extend({ payerBankCode: optionalLine(20) });

export const depositInput = z.discriminatedUnion("currency", [jpy, thb, elsewhere("USDT")], {
  error: problem("currency"),
});
export type DepositInput = z.output<typeof depositInput>;

/** The form as it is typed: all text, nothing decided. A bank is asked for in THB only. */
export type DepositForm = Record<Exclude<keyof z.input<typeof thb>, "currency" | "corrects">, string> & {
  currency: string;
};

export const DEPOSIT_CURRENCIES = ["JPY", "THB", "USDT"] as const;

/** Why a deposit that was not created is no longer needed. */
export const depositDismissal = z.object({ referenceId: line(200), reason: reasonText });
export type DepositDismissal = z.output<typeof depositDismissal>;

/** From the address of the form: which earlier deposit it corrects. */
export const correction = z.object({ from: line(200).nullable().catch(null).default(null) });

/** What is asked before a deposit is created. `form`: as it is reviewed, as it may have been requested already. */
export const checkedTerms = z.object({ currency: line(8), playerId: line(128), form: depositInput.optional() });
export type CheckedTerms = z.output<typeof checkedTerms>;

/** Whether the service takes deposits of this player. */
export type PlayerCheck =
  /** Registration is Japan's. */
  | { kind: "not_needed" }
  | { kind: "registered" | "never_registered" }
  /** `failed` and `expired` register again; `pending` takes up to 30 minutes. */
  | { kind: "pending" | "failed" | "expired" }
  | { kind: "unfamiliar"; status: string }
  /** Nothing is known just now. */
  | { kind: "no_answer"; failure: Failure };

/** What is known before a deposit is created. A person weighs it; nothing is blocked. */
export type DepositChecks = {
  player: PlayerCheck;
  /**
   * The deposit that this form has made. `isSame`: of these details, so that its answer was lost; else they were not
   * sent.
   */
  own: { referenceId: string; at: string; isSame: boolean } | null;
  /** Other deposits of the same player that may still be paid: another one gives them another link. */
  open: TransactionRow[];
};
