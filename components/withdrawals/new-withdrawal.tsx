"use client";

import { checkForm } from "@/components/check-form";
import { DraftReturned } from "@/components/draft-returned";
import { useOrderForm } from "@/components/use-order-form";
import type { Environment } from "@/lib/environment";
import { ok } from "@/lib/result";
import type { ApprovalRules } from "@/lib/withdrawals/rules";
import type { WithdrawalForm as Typed } from "@/lib/withdrawals/schema";
import { WithdrawalForm } from "./withdrawal-form";

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

export function NewWithdrawal({ environment, currencies, terms, corrects, rules, owner, formId }: Props) {
  const place = { form: "withdrawal", environment, owner, corrects } as const;
  const initial = terms ?? blank(currencies[0] ?? "");
  const { reviewed, review, returned, fields } = useOrderForm({ place, initial, formId, read });

  if (reviewed) {
    const { input, Review } = reviewed;
    return <Review environment={environment} input={input} corrects={corrects} rules={rules} {...review} />;
  }
  return (
    <>
      <DraftReturned {...returned} />
      {/* What came back is what the form begins with: its fields have to think so, too. */}
      <WithdrawalForm
        key={returned.isReturned ? "returned" : "new"}
        environment={environment}
        currencies={currencies}
        {...fields}
      />
    </>
  );
}

/** The page weighs less without the review; where it cannot be loaded, the form stays and says so. */
async function read(form: Typed) {
  const [checked, { WithdrawalReview: Review }] = await Promise.all([
    checkForm(
      import("@/lib/withdrawals/schema").then((module) => module.withdrawalInput),
      form,
    ),
    import("./withdrawal-review"),
  ]);
  return checked.ok ? ok({ input: checked.value, Review }) : checked;
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
