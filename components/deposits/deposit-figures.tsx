"use client";

import { useTranslations } from "next-intl";
import { SummaryLine, SummaryLines } from "@/components/orders/order-summary";
import { useFeeEstimate } from "@/components/orders/use-fee-estimate";
import type { Environment } from "@/lib/environment";
import { subtractAmounts } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";

type Figures = { fee: string; credited: string };

/** What a deposit would bring, in words; dashes before there is an amount. */
export function useDepositFigures(environment: Environment, currency: string, amount: string | null): Figures {
  const t = useTranslations("deposits.summary");
  const orders = useTranslations("orders");
  const seen = useFeeEstimate(environment, { type: "DEPOSIT", currency, amount });
  const fee = seen?.fee;

  function credited() {
    if (amount === null) return "–";
    const rest = formatAmount(subtractAmounts(amount, fee ?? "0"), currency);
    return fee ? orders("estimate", { amount: rest }) : t("lessFee", { amount: rest });
  }
  function feeWords() {
    if (!seen) return seen === null ? t("feeUnknown") : "–";
    return t("feeSeen", { fee: formatAmount(seen.fee, currency), amount: formatAmount(seen.amount, currency) });
  }
  return { fee: feeWords(), credited: credited() };
}

export function DepositFigures({ figures: { fee, credited } }: { figures: Figures }) {
  const t = useTranslations("deposits.summary");
  return (
    <SummaryLines>
      <SummaryLine name={t("fee")}>{fee}</SummaryLine>
      <SummaryLine name={t("credited")}>
        <b className="font-semibold">{credited}</b>
      </SummaryLine>
    </SummaryLines>
  );
}
