"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Alert } from "@/components/ui/alert";
import type { DepositInput } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";
import { checkForm, type FieldProblems } from "./check-form";
import { DepositForm } from "./deposit-form";
import { DepositReview } from "./deposit-review";
import { type Draft, draftOf, keepDraft } from "./drafts";
import { useRequestDeposit } from "./use-request-deposit";

type Props = {
  environment: Environment;
  currencies: readonly string[];
  /** What stands in the form to begin with, where an earlier deposit is corrected. */
  terms: Draft | null;
  corrects: string | null;
  /** The form that somebody left for another page and comes back to. */
  draft: string | null;
  mayRegister: boolean;
  /** Made for this form: sent twice, it is one deposit. */
  formId: string;
};

/** Type, review, create. What was typed stays here whatever becomes of it. */
export function NewDeposit({ environment, currencies, terms, corrects, draft, mayRegister, formId }: Props) {
  const t = useTranslations("deposits");
  // By the link of the page that one went to, or by the browser's own way back, which opens the same form.
  const [returned] = useState(() => draftOf(draft) ?? draftOf(formId));
  const [typed, setTyped] = useState(() => returned ?? terms ?? blank(currencies[0] ?? ""));
  const [problems, setProblems] = useState<FieldProblems>({});
  const [reviewed, setReviewed] = useState<DepositInput | null>(null);
  useEffect(() => void keepDraft(formId, typed), [formId, typed]);
  const router = useRouter();
  const request = useRequestDeposit(environment);

  async function review() {
    const read = await checkForm({ ...typed, formId });
    setProblems(read.ok ? {} : read.error);
    setReviewed(read.ok ? read.value : null);
  }

  function create(input: DepositInput) {
    // The form's id is taken anew: after "form used" the page has been given another one.
    request.mutate(
      { ...input, formId, ...(corrects !== null && { corrects }) },
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
      <DepositReview
        environment={environment}
        input={reviewed}
        request={request}
        mayRegister={mayRegister}
        back={`/${environment}/deposits/new?draft=${formId}`}
        onCreate={() => create(reviewed)}
        onBack={() => {
          request.reset();
          setReviewed(null);
        }}
      />
    );
  }
  return (
    <>
      {draft !== null && returned === null && (
        <Alert tone="watch" className="mb-4 max-w-190">
          {t("draftGone")}
        </Alert>
      )}
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

const blank = (currency: string): Draft => ({
  currency,
  playerId: "",
  amount: "",
  payerAccountName: "",
  payerAccount: "",
  payerBankCode: "",
});
