"use client";

import { useRouter } from "next/navigation";
import { type ComponentType, useState } from "react";
import { DraftReturned } from "@/components/draft-returned";
import { useDraft } from "@/components/use-draft";
import type { Environment } from "@/lib/environment";
import type { ApprovalRules } from "@/lib/withdrawals/rules";
import type { WithdrawalForm as Typed, WithdrawalInput } from "@/lib/withdrawals/schema";
import { checkForm, type FieldProblems } from "./check-form";
import { useRequestWithdrawal } from "./use-request-withdrawal";
import { WithdrawalForm } from "./withdrawal-form";
import type { ReviewProps } from "./withdrawal-review";

type Props = {
  environment: Environment;
  currencies: readonly string[];
  /** What stands in the form to begin with, where an earlier withdrawal is corrected. */
  terms: Omit<Typed, "formId"> | null;
  corrects: string | null;
  rules: ApprovalRules;
  /** Whose words stand in the form. */
  owner: string;
  /** Made for this form: sent twice, it is one withdrawal. */
  formId: string;
};

/** Type, review, send. What was typed stays here whatever becomes of it. */
export function NewWithdrawal({ environment, currencies, terms, corrects, rules, owner, formId }: Props) {
  const place = { form: "withdrawal", environment, owner, corrects } as const;
  const draft = useDraft({ place, initial: terms ?? blank(currencies[0] ?? ""), formId });
  const { typed, setTyped } = draft;
  const [problems, setProblems] = useState<FieldProblems>({});
  const [reviewed, setReviewed] = useState<{ input: WithdrawalInput; Review: ComponentType<ReviewProps> } | null>(null);
  const router = useRouter();
  const request = useRequestWithdrawal(environment);

  async function review() {
    // The page weighs less without the review; where it cannot be loaded, the form stays and says so.
    const [read, { WithdrawalReview: Review }] = await Promise.all([
      checkForm({ ...typed, formId: draft.formId }),
      import("./withdrawal-review"),
    ]);
    setProblems(read.ok ? {} : read.error);
    setReviewed(read.ok ? { input: read.value, Review } : null);
  }

  function send(input: WithdrawalInput, amountAgain: string) {
    // The form's id is taken anew: after "form used" it has another one.
    request.mutate(
      { ...input, formId: draft.formId, amountAgain, ...(corrects !== null && { corrects }) },
      {
        onSuccess: (result) => {
          if (result.ok) {
            draft.forget();
            router.push(`/${environment}/transactions/${encodeURIComponent(result.value.referenceId)}`);
          } else if (result.error.kind === "invalid") {
            setProblems(result.error.fields);
            setReviewed(null);
          }
        },
      },
    );
  }

  if (reviewed) {
    const { input, Review } = reviewed;
    return (
      <Review
        environment={environment}
        input={input}
        rules={rules}
        request={request}
        onSend={(amountAgain) => send(input, amountAgain)}
        onStartNew={draft.startNew}
        onBack={() => {
          request.reset();
          setReviewed(null);
        }}
      />
    );
  }
  return (
    <>
      <DraftReturned isReturned={draft.isReturned} onStartEmpty={draft.startEmpty} />
      <WithdrawalForm
        environment={environment}
        currencies={currencies}
        typed={typed}
        problems={problems}
        onType={(name, value) => {
          setTyped((before) => ({ ...before, [name]: value }));
          setProblems(({ [name]: _corrected, ...others }) => others);
        }}
        onReview={review}
      />
    </>
  );
}

const blank = (currency: string): Omit<Typed, "formId"> => ({
  currency,
  destination: "",
  destinationName: "",
  destinationBranchCode: "",
  destinationBranchName: "",
  destinationAccountType: "1",
  destinationAccount: "",
  destinationAccountName: "",
  amount: "",
  playerId: "",
});
