"use client";

import dynamic from "next/dynamic";
import { checkForm } from "@/components/forms/check-form";
import { loadPart } from "@/components/load-part";
import { OrderForm } from "@/components/orders/order-form";
import type { DepositForm as Typed } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";
import { ok } from "@/lib/result";
import { DepositFields, type Typing } from "./deposit-fields";

// It computes with decimals, which weighs more than the fields.
const DepositSummary = dynamic(() => loadPart(async () => (await import("./deposit-summary")).DepositSummary));

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
  return (
    <OrderForm
      place={{ form: "deposit", environment, owner, corrects }}
      initial={terms ?? blank(currencies[0] ?? "")}
      formId={formId}
      reduce={withField}
      dependsOn={PROBLEMS_DEPEND_ON}
      rules={rules}
      read={read}
      summary={(form) => <DepositSummary environment={environment} {...form} />}
      review={({ Review, input }, form) => <Review {...{ environment, corrects, mayRegister, form, input }} />}
    >
      {({ typed, left, problems, onEvent }) => (
        <DepositFields {...{ environment, currencies, typed, left, problems }} onType={onEvent} />
      )}
    </OrderForm>
  );
}

/** The fields do not depend on each other: all that happens is that one is typed into. */
const withField = (typed: Fields, { name, value }: Typing): Fields => ({ ...typed, [name]: value });

/** How an amount is read depends on its currency, and so does whether a bank is asked for. */
const PROBLEMS_DEPEND_ON = { amount: ["currency"], payerBankCode: ["currency"] };

const rules = () => import("@/lib/deposits/schema").then((module) => module.depositInput);

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
