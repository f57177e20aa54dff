"use client";

import { Landmark, Link2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { SummedForm } from "@/components/orders/order-form";
import { SummaryAmount, SummaryFoot } from "@/components/orders/order-summary";
import type { DepositForm } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";
import { parseTypedAmount } from "@/lib/money/amount-input";
import { DepositFigures, useDepositFigures } from "./deposit-figures";

type Props = SummedForm<Omit<DepositForm, "formId">> & { environment: Environment };

/** What would be asked for as the form stands, and what the player gets to pay with. */
export function DepositSummary({ environment, typed, submit }: Props) {
  const t = useTranslations("deposits.summary");
  const { currency } = typed;
  const read = parseTypedAmount(typed.amount, currency);
  const amount = read.ok ? read.value : null;
  const figures = useDepositFigures(environment, currency, amount);
  return (
    <>
      <SummaryAmount amount={amount} currency={currency} />
      <DepositFigures figures={figures} />
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
        line={t("creditedShort", { amount: figures.credited })}
        note={t("nothingSent")}
        submit={submit(t("review"))}
      />
    </>
  );
}
