"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { checkForm } from "@/components/forms/check-form";
import { loadPart } from "@/components/load-part";
import type { FieldProblems } from "@/components/orders/found-problems";
import { OrderForm } from "@/components/orders/order-form";
import { bankCache } from "@/lib/banks/cache";
import type { DirectoryView } from "@/lib/banks/schema";
import type { Environment } from "@/lib/environment";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import type { RecipientWarning } from "@/lib/payees/recipient-warnings";
import { err, ok, type Result } from "@/lib/result";
import type { ApprovalRules } from "@/lib/withdrawals/approval-rules";
import type { Approvers } from "@/lib/withdrawals/earlier-payouts";
import { blankForm, type FormState, PROBLEMS_DEPEND_ON, reduceForm } from "@/lib/withdrawals/form-state";
import type { WithdrawalForm as Typed, WithdrawalInput } from "@/lib/withdrawals/schema";
import type { RecipientChoice } from "./recipient-group";
import { type RecipientWay, withoutHidden } from "./recipient-way";
import { WithdrawalFields } from "./withdrawal-fields";
import type { WithdrawalReview } from "./withdrawal-review";

// It computes with decimals and reads kana, which weighs more than the fields.
const WithdrawalSummary = dynamic(() => loadPart(async () => (await import("./withdrawal-summary")).WithdrawalSummary));
const DuplicateCheck = dynamic(() => loadPart(async () => (await import("./duplicate-check")).DuplicateCheck), {
  loading: () => null,
});
const EarlyAdvice = dynamic(() => loadPart(async () => (await import("./recipient-advice")).EarlyAdvice), {
  loading: () => null,
});

type Props = {
  environment: Environment;
  /** What stands in the form to begin with, where an earlier withdrawal is corrected or requested once more. */
  terms: FormState | null;
  corrects: string | null;
  /** The paid withdrawal that is requested once more, as a new one. */
  repeats: string | null;
  rules: ApprovalRules;
  approvers: Approvers;
  /** How a recipient is usually given in the first of the currencies. */
  usual: RecipientWay;
  /** Whose words stand in the form. */
  owner: string;
  /** Made for this form: sent twice, it is one withdrawal. */
  formId: string;
};

export function NewWithdrawal(props: Props) {
  const { environment, terms, corrects, repeats, rules, approvers, usual, owner, formId } = props;
  const client = useQueryClient();
  // Kept here, as the fields are gone while the form is reviewed.
  const [choice, setChoice] = useState<RecipientChoice>({ way: null, picked: null });
  return (
    <OrderForm
      place={{ form: "withdrawal", environment, owner, corrects, repeats }}
      initial={terms ?? blankForm(WITHDRAWAL_CURRENCIES[0])}
      formId={formId}
      reduce={reduceForm}
      dependsOn={PROBLEMS_DEPEND_ON}
      rules={inputRules}
      read={async (form) => {
        const read = await readForReview(client, environment, form);
        return read.ok ? read : err(withoutHidden(read.error, { typed: form, chosen: choice.way, usual }));
      }}
      summary={({ formId, ...form }) => (
        <WithdrawalSummary {...{ environment, rules, approvers, ...form }} of={{ formId, corrects }} />
      )}
      notes={(typed, formId) =>
        typed.destinationAccount !== "" && <EarlyAdvice {...{ environment, typed }} of={{ formId, corrects }} />
      }
      below={(left, formId) =>
        left.destinationAccount !== "" && <DuplicateCheck {...{ environment, left }} of={{ formId, corrects }} />
      }
      review={({ Review, ...reviewed }, form) => (
        <Review {...{ environment, corrects, rules, approvers, form, ...reviewed }} />
      )}
    >
      {({ onBusy, left: _left, ...fields }) => (
        <WithdrawalFields {...{ environment, usual, choice, ...fields }} onChoose={setChoice} onUploading={onBusy} />
      )}
    </OrderForm>
  );
}

type Reviewed = { input: WithdrawalInput; warnings: RecipientWarning[]; Review: typeof WithdrawalReview };

const inputRules = () => import("@/lib/withdrawals/schema").then((module) => module.withdrawalInput);

/** The page weighs less without the review; where it cannot be loaded, the form stays and says so. */
async function readForReview(
  client: QueryClient,
  environment: Environment,
  form: Typed,
): Promise<Result<Reviewed, FieldProblems>> {
  const [checked, { WithdrawalReview: Review }, { recipientWarnings, unconfirmedNames }] = await Promise.all([
    checkForm(inputRules(), form),
    import("./withdrawal-review"),
    import("@/lib/payees/recipient-warnings"),
  ]);
  if (!checked.ok) return checked;
  const input = checked.value;
  if (input.currency !== "JPY") return ok({ input, warnings: [], Review });
  const warnings = recipientWarnings(input, await listedNames(client, environment, input));
  const unconfirmed = input.payee === "" ? unconfirmedNames(warnings, input) : {};
  return Object.keys(unconfirmed).length > 0 ? err(unconfirmed) : ok({ input, warnings, Review });
}

type Codes = { destination: string; destinationBranchCode: string };

/** What the directory has for the codes. The server asks it again when the withdrawal is requested. */
async function listedNames(client: QueryClient, environment: Environment, { destination, ...codes }: Codes) {
  const branchCode = codes.destinationBranchCode;
  const [banks, branches] = await Promise.all([
    client.fetchQuery(bankCache.banks(environment, destination)),
    client.fetchQuery(bankCache.branches(environment, destination, branchCode)),
  ]);
  return { bank: nameOf(banks, destination), branch: nameOf(branches, branchCode) };
}

const nameOf = ({ found }: DirectoryView, code: string) => found.find((entry) => entry.code === code)?.name ?? null;
