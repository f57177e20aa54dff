"use client";

import { Landmark, Link2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { SummedForm } from "@/components/orders/order-form";
import { SummaryAmount, SummaryFoot, SummaryLine, SummaryLines } from "@/components/orders/order-summary";
import { useFeeEstimate } from "@/components/orders/use-fee-estimate";
import type { DepositForm } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";
import { subtractAmounts } from "@/lib/money/amount";
import { parseTypedAmount } from "@/lib/money/amount-input";
import { formatAmount } from "@/lib/money/format";

type Props = SummedForm<Omit<DepositForm, "formId">> & { environment: Environment };

/** What would be asked for as the form stands, and what the player gets to pay with. */
export function DepositSummary({ environment, typed, submit }: Props) {
  const t = useTranslations("deposits.summary");
  const { currency } = typed;
  const read = parseTypedAmount(typed.amount, currency);
  const amount = read.ok ? read.value : null;
  const fee = useFeeEstimate(environment, { type: "DEPOSIT", currency, amount });

  function credited() {
    if (amount === null) return "–";
    const rest = formatAmount(subtractAmounts(amount, fee ?? "0"), currency);
    return fee ? rest : t("lessFee", { amount: rest });
  }
  function feeWords() {
    if (fee === null) return t("feeUnknown");
    return fee === undefined ? "–" : formatAmount(fee, currency);
  }

  return (
    <>
      <SummaryAmount amount={amount} currency={currency} />
      <SummaryLines>
        <SummaryLine name={t("fee")}>{feeWords()}</SummaryLine>
        <SummaryLine name={t("credited")}>
          <b className="font-semibold">{credited()}</b>
        </SummaryLine>
      </SummaryLines>
      <div className="grid gap-1.5 text-sm">
        <p className="text-xs text-muted-foreground">{t("playerGets")}</p>
        <p className="flex items-center gap-2">
          <Link2 aria-hidden className="size-4 shrink-0 text-subtle-foreground" />
          {t("link")}
        </p>
        <p className="flex items-center gap-2">
          <Landmark aria-hidden className="size-4 shrink-0 text-subtle-foreground" />
          {t("account")}
        </p>
      </div>
      <SummaryFoot
        {...{ amount, currency }}
        line={t("creditedShort", { amount: credited() })}
        note={t("nothingSent")}
        submit={submit(t("review"))}
      />
    </>
  );
}
