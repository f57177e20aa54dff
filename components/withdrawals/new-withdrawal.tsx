"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { Environment } from "@/lib/environment";
import type { ApprovalRules } from "@/lib/withdrawals/rules";
import type { WithdrawalForm as Typed, WithdrawalInput } from "@/lib/withdrawals/schema";
import { checkForm, type FieldProblems } from "./check-form";
import { useRequestWithdrawal } from "./use-request-withdrawal";
import { WithdrawalForm } from "./withdrawal-form";
import { WithdrawalReview } from "./withdrawal-review";

type Props = {
  environment: Environment;
  currencies: readonly string[];
  /** What stands in the form to begin with, where an earlier withdrawal is corrected. */
  terms: Omit<Typed, "formId"> | null;
  corrects: string | null;
  rules: ApprovalRules;
  /** Made for this form: sent twice, it is one withdrawal. */
  formId: string;
};

/** Type, review, send. What was typed stays here whatever becomes of it. */
export function NewWithdrawal({ environment, currencies, terms, corrects, rules, formId }: Props) {
  const [typed, setTyped] = useState(() => terms ?? blank(currencies[0] ?? ""));
  const [problems, setProblems] = useState<FieldProblems>({});
  const [reviewed, setReviewed] = useState<WithdrawalInput | null>(null);
  const router = useRouter();
  const request = useRequestWithdrawal(environment);

  async function review() {
    const read = await checkForm({ ...typed, formId });
    setProblems(read.ok ? {} : read.error);
    setReviewed(read.ok ? read.value : null);
  }

  function send(input: WithdrawalInput, amountAgain: string) {
    // The form's id is taken anew: after "form used" the page has been given another one.
    request.mutate(
      { ...input, formId, amountAgain, ...(corrects !== null && { corrects }) },
      {
        onSuccess: (result) => {
          if (result.ok) router.push(`/${environment}/transactions/${encodeURIComponent(result.value.referenceId)}`);
          else if (result.error.kind === "invalid") {
            setProblems(result.error.fields);
            setReviewed(null);
          }
        },
      },
    );
  }

  if (reviewed) {
    return (
      <WithdrawalReview
        environment={environment}
        input={reviewed}
        rules={rules}
        request={request}
        onSend={(amountAgain) => send(reviewed, amountAgain)}
        onBack={() => {
          request.reset();
          setReviewed(null);
        }}
      />
    );
  }
  return (
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
