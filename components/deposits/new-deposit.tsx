"use client";

import { useRouter } from "next/navigation";
import { type ComponentType, useState } from "react";
import { DraftReturned } from "@/components/draft-returned";
import { useDraft } from "@/components/use-draft";
import type { DepositInput, DepositForm as Typed } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";
import { checkForm, type FieldProblems } from "./check-form";
import { DepositForm } from "./deposit-form";
import type { ReviewProps } from "./deposit-review";
import { useRequestDeposit } from "./use-request-deposit";

type Props = {
  environment: Environment;
  currencies: readonly string[];
  /** What stands in the form to begin with, where an earlier deposit is corrected. */
  terms: Omit<Typed, "formId"> | null;
  corrects: string | null;
  mayRegister: boolean;
  /** Whose words stand in the form. */
  owner: string;
  /** Made for this form: sent twice, it is one deposit. */
  formId: string;
};

/** Type, review, create. What was typed stays here whatever becomes of it. */
export function NewDeposit({ environment, currencies, terms, corrects, mayRegister, owner, formId }: Props) {
  const place = { form: "deposit", environment, owner, corrects } as const;
  const draft = useDraft({ place, initial: terms ?? blank(currencies[0] ?? ""), formId });
  const { typed, setTyped } = draft;
  const [problems, setProblems] = useState<FieldProblems>({});
  const [reviewed, setReviewed] = useState<{ input: DepositInput; Review: ComponentType<ReviewProps> } | null>(null);
  const router = useRouter();
  const request = useRequestDeposit(environment);

  async function review() {
    // The page weighs less without the review; where it cannot be loaded, the form stays and says so.
    const [read, { DepositReview: Review }] = await Promise.all([
      checkForm({ ...typed, formId: draft.formId }),
      import("./deposit-review"),
    ]);
    setProblems(read.ok ? {} : read.error);
    setReviewed(read.ok ? { input: read.value, Review } : null);
  }

  function create(input: DepositInput) {
    // The form's id is taken anew: after "form used" it has another one.
    request.mutate(
      { ...input, formId: draft.formId, ...(corrects !== null && { corrects }) },
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
        request={request}
        mayRegister={mayRegister}
        back={`/${environment}/deposits/new${corrects === null ? "" : `?from=${encodeURIComponent(corrects)}`}`}
        onCreate={() => create(input)}
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
      <DepositForm
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
  playerId: "",
  amount: "",
  payerAccountName: "",
  payerAccount: "",
  payerBankCode: "",
});
