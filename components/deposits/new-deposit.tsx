"use client";

import { checkForm } from "@/components/forms/check-form";
import { DraftRestored } from "@/components/forms/draft-restored";
import { type FieldEvent, useOrderForm, withField } from "@/components/forms/use-order-form";
import type { DepositForm as Typed } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";
import { ok } from "@/lib/result";
import { DepositForm } from "./deposit-form";

type Fields = Omit<Typed, "formId">;

type Props = {
  environment: Environment;
  currencies: readonly string[];
  /** What stands in the form to begin with, where an earlier deposit is corrected. */
  terms: Fields | null;
  corrects: string | null;
  mayRegister: boolean;
  /** Whose words stand in the form. */
  owner: string;
  /** Made for this form: sent twice, it is one deposit. */
  formId: string;
};

export function NewDeposit({ environment, currencies, terms, corrects, mayRegister, owner, formId }: Props) {
  const place = { form: "deposit", environment, owner, corrects } as const;
  const initial = terms ?? blank(currencies[0] ?? "");
  const { reviewed, review, returned, fields } = useOrderForm({ place, initial, formId, reduce, check, read });

  if (reviewed) {
    const { input, Review } = reviewed;
    return <Review environment={environment} input={input} corrects={corrects} mayRegister={mayRegister} {...review} />;
  }
  return (
    <>
      <DraftRestored {...returned} />
      {/* What came back is what the form begins with: its fields have to think so, too. */}
      <DepositForm
        key={returned.isReturned ? "returned" : "new"}
        environment={environment}
        currencies={currencies}
        {...fields}
      />
    </>
  );
}

const reduce = (typed: Fields, event: FieldEvent<keyof Fields>) => withField(typed, event);

const rules = () => import("@/lib/deposits/schema").then((module) => module.depositInput);

async function check(form: Typed) {
  const checked = await checkForm(rules(), form);
  return checked.ok ? {} : checked.error;
}

/** The page weighs less without the review; where it cannot be loaded, the form stays and says so. */
async function read(form: Typed) {
  const [checked, { DepositReview: Review }] = await Promise.all([
    checkForm(rules(), form),
    import("./deposit-review"),
  ]);
  return checked.ok ? ok({ input: checked.value, Review }) : checked;
}

const blank = (currency: string): Fields => ({
  currency,
  playerId: "",
  amount: "",
  payerAccountName: "",
  payerAccount: "",
  payerBankCode: "",
});
