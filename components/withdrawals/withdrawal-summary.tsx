"use client";

import { useTranslations } from "next-intl";
import type { SummedForm } from "@/components/orders/order-form";
import { SummaryAmount, SummaryFoot } from "@/components/orders/order-summary";
import type { Environment } from "@/lib/environment";
import { parseTypedAmount } from "@/lib/money/amount-input";
import { type ApprovalRules, approversFor } from "@/lib/withdrawals/approval-rules";
import type { Approvers } from "@/lib/withdrawals/earlier-payouts";
import type { FormState } from "@/lib/withdrawals/form-state";
import { BankFormat } from "./bank-format";
import { type OfForm, useEarlyAdvice } from "./recipient-advice";
import { WhoApproves } from "./who-approves";
import { useWithdrawalFigures, WithdrawalFigures } from "./withdrawal-figures";

type Props = Omit<SummedForm<FormState>, "formId"> & {
  environment: Environment;
  of: OfForm;
  rules: ApprovalRules;
  approvers: Approvers;
};

/** What the form would do as it stands. Nothing here is decided: the server counts again when it is requested. */
export function WithdrawalSummary({ environment, typed, left, submit, of, rules, approvers }: Props) {
  const t = useTranslations("withdrawals.summary");
  const { currency } = typed;
  const read = parseTypedAmount(typed.amount, currency);
  const amount = read.ok ? read.value : null;
  const figures = useWithdrawalFigures(environment, currency, amount);
  const { data: advice } = useEarlyAdvice({ environment, typed: left, of });

  const sum = advice?.find((one) => one.kind === "sum");
  const newPayee = advice?.find((one) => one.kind === "new_payee");
  const byAmount = amount === null ? null : Math.max(approversFor(rules, { currency, amount }), sum?.approvers ?? 0);
  const needed = byAmount === null ? null : Math.max(byAmount, newPayee?.approvers ?? 0);
  return (
    <>
      <SummaryAmount amount={amount} currency={currency} />
      <WithdrawalFigures figures={figures} />
      {currency === "JPY" && <BankFormat typed={typed} />}
      <WhoApproves {...{ rules, approvers, needed, currency, amount, sum }} isNewPayee={needed !== byAmount} />
      <SummaryFoot
        {...{ amount, currency }}
        line={t("totalShort", { amount: figures.total })}
        note={t("nothingSent", { approvers: needed ?? -1 })}
        submit={submit(t("review", { approvers: needed ?? -1 }))}
      />
    </>
  );
}
