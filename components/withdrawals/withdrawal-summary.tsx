"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import type { SummedForm } from "@/components/orders/order-form";
import { SummaryAmount, SummaryFoot, SummaryLine, SummaryLines } from "@/components/orders/order-summary";
import { useFeeEstimate } from "@/components/orders/use-fee-estimate";
import { balanceCache } from "@/lib/balances/cache";
import type { Environment } from "@/lib/environment";
import { addAmounts, subtractAmounts } from "@/lib/money/amount";
import { parseTypedAmount } from "@/lib/money/amount-input";
import { formatAmount } from "@/lib/money/format";
import { type ApprovalRules, approversFor } from "@/lib/withdrawals/approval-rules";
import type { Approvers } from "@/lib/withdrawals/earlier-payouts";
import type { FormState } from "@/lib/withdrawals/form-state";
import { BankFormat } from "./bank-format";
import { useEarlyAdvice } from "./recipient-advice";
import { WhoApproves } from "./who-approves";

type Props = SummedForm<FormState> & { environment: Environment; rules: ApprovalRules; approvers: Approvers };

/** What the form would do as it stands. Nothing here is decided: the server counts again when it is requested. */
export function WithdrawalSummary({ environment, typed, left, submit, rules, approvers }: Props) {
  const t = useTranslations("withdrawals.summary");
  const { currency } = typed;
  const read = parseTypedAmount(typed.amount, currency);
  const amount = read.ok ? read.value : null;
  const fee = useFeeEstimate(environment, { type: "WITHDRAW", currency, amount });
  const { data: held } = useQuery(balanceCache.all(environment));
  const balance = held?.balances.find((one) => one.currency === currency);
  const { data: advice } = useEarlyAdvice(environment, left);

  const total = amount === null ? null : addAmounts(amount, fee ?? "0");
  const sum = advice?.find((one) => one.kind === "sum");
  const newPayee = advice?.find((one) => one.kind === "new_payee");
  const byAmount = amount === null ? null : Math.max(approversFor(rules, { currency, amount }), sum?.approvers ?? 0);
  const needed = byAmount === null ? null : Math.max(byAmount, newPayee?.approvers ?? 0);
  const money = (of: string) => formatAmount(of, currency);

  function feeWords() {
    if (fee === null) return t("feeUnknown");
    return fee === undefined ? "–" : money(fee);
  }
  function totalWords() {
    if (total === null) return "–";
    return fee ? money(total) : t("plusFee", { amount: money(total) });
  }
  function afterWords() {
    if (!balance) return t("balanceUnknown");
    if (total === null) return "–";
    const after = money(subtractAmounts(balance.available, total));
    return fee ? after : t("beforeFee", { amount: after });
  }

  return (
    <>
      <SummaryAmount amount={amount} currency={currency} />
      <SummaryLines>
        <SummaryLine name={t("fee")}>{feeWords()}</SummaryLine>
        <SummaryLine name={t("total")}>
          <b className="font-semibold">{totalWords()}</b>
        </SummaryLine>
        <SummaryLine
          name={
            <>
              {t("balanceAfter")}
              <span className="block text-2xs text-subtle-foreground">
                {balance
                  ? t.rich("balanceAsOf", { at: () => <Timestamp at={balance.asOf} style="recent" /> })
                  : "\u00a0"}
              </span>
            </>
          }
        >
          {afterWords()}
        </SummaryLine>
      </SummaryLines>
      {currency === "JPY" && <BankFormat typed={typed} />}
      <WhoApproves {...{ rules, approvers, needed, currency, amount, sum }} isNewPayee={needed !== byAmount} />
      <SummaryFoot
        {...{ amount, currency }}
        line={t("totalShort", { amount: totalWords() })}
        note={t("nothingSent", { approvers: needed ?? -1 })}
        submit={submit(t("review", { approvers: needed ?? -1 }))}
      />
    </>
  );
}
