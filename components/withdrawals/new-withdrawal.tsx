"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { checkForm, type FieldProblems } from "@/components/forms/check-form";
import { DraftRestored } from "@/components/forms/draft-restored";
import { useOrderForm } from "@/components/forms/use-order-form";
import { bankCache } from "@/lib/banks/cache";
import type { DirectoryView } from "@/lib/banks/schema";
import type { Environment } from "@/lib/environment";
import { err, ok, type Result } from "@/lib/result";
import type { ApprovalRules } from "@/lib/withdrawals/approval-rules";
import { blankForm, reduceForm } from "@/lib/withdrawals/form-state";
import type { RecipientWarning } from "@/lib/withdrawals/recipient-warnings";
import type { WithdrawalForm as Typed, WithdrawalInput } from "@/lib/withdrawals/schema";
import { WithdrawalForm } from "./withdrawal-form";
import type { WithdrawalReview } from "./withdrawal-review";

type Props = {
  environment: Environment;
  currencies: readonly string[];
  /** What stands in the form to begin with, where an earlier withdrawal is corrected or requested once more. */
  terms: Omit<Typed, "formId"> | null;
  corrects: string | null;
  /** The paid withdrawal that is requested once more, as a new one. */
  repeats: string | null;
  rules: ApprovalRules;
  /** Whose words stand in the form. */
  owner: string;
  /** Made for this form: sent twice, it is one withdrawal. */
  formId: string;
};

export function NewWithdrawal({ environment, currencies, terms, corrects, repeats, rules, owner, formId }: Props) {
  const place = { form: "withdrawal", environment, owner, corrects, repeats } as const;
  const client = useQueryClient();
  const initial = terms ?? blankForm(currencies[0] ?? "");
  const read = (form: Typed) => readForReview(client, environment, form);
  const { reviewed, review, returned, fields } = useOrderForm({
    place,
    initial,
    formId,
    reduce: reduceForm,
    check,
    read,
  });

  if (reviewed) {
    const { input, warnings, Review } = reviewed;
    const shown = { environment, input, warnings };
    return <Review {...shown} corrects={corrects} rules={rules} {...review} />;
  }
  return (
    <>
      <DraftRestored {...returned} />
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

type Reviewed = { input: WithdrawalInput; warnings: RecipientWarning[]; Review: typeof WithdrawalReview };

const rules = () => import("@/lib/withdrawals/schema").then((module) => module.withdrawalInput);

async function check(form: Typed) {
  const checked = await checkForm(rules(), form);
  return checked.ok ? {} : checked.error;
}

/** The page weighs less without the review; where it cannot be loaded, the form stays and says so. */
async function readForReview(
  client: QueryClient,
  environment: Environment,
  form: Typed,
): Promise<Result<Reviewed, FieldProblems>> {
  const [checked, { WithdrawalReview: Review }, { recipientWarnings, unconfirmedNames }] = await Promise.all([
    checkForm(rules(), form),
    import("./withdrawal-review"),
    import("@/lib/withdrawals/recipient-warnings"),
  ]);
  if (!checked.ok) return checked;
  const input = checked.value;
  if (input.currency !== "JPY") return ok({ input, warnings: [], Review });
  const warnings = recipientWarnings(input, await listedNames(client, environment, input));
  const unconfirmed = unconfirmedNames(warnings, input);
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
