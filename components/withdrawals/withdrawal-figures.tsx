"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { SummaryLine, SummaryLines } from "@/components/orders/order-summary";
import { useFeeEstimate } from "@/components/orders/use-fee-estimate";
import { balanceCache } from "@/lib/balances/cache";
import type { BalancesView } from "@/lib/balances/schema";
import type { Environment } from "@/lib/environment";
import { addAmounts, subtractAmounts } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";

type Figures = { fee: string; total: string; after: string; balance: BalancesView["balances"][number] | undefined };

/** What a withdrawal would take from the balance, in words; dashes before there is an amount. */
export function useWithdrawalFigures(environment: Environment, currency: string, amount: string | null): Figures {
  const t = useTranslations("withdrawals.summary");
  const seen = useFeeEstimate(environment, { type: "WITHDRAW", currency, amount });
  const fee = seen?.fee;
  const { data: held } = useQuery(balanceCache.all(environment));
  const balance = held?.balances.find((one) => one.currency === currency);
  const total = amount === null ? null : addAmounts(amount, fee ?? "0");
  const money = (of: string) => formatAmount(of, currency);

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
  function feeWords() {
    if (!seen) return seen === null ? t("feeUnknown") : "–";
    return t("feeSeen", { fee: money(seen.fee), amount: money(seen.amount) });
  }
  return { fee: feeWords(), total: totalWords(), after: afterWords(), balance };
}

export function WithdrawalFigures({ figures: { fee, total, after, balance } }: { figures: Figures }) {
  const t = useTranslations("withdrawals.summary");
  return (
    <SummaryLines>
      <SummaryLine name={t("fee")}>{fee}</SummaryLine>
      <SummaryLine name={t("total")}>
        <b className="font-semibold">{total}</b>
      </SummaryLine>
      <SummaryLine
        name={
          <>
            {t("balanceAfter")}
            <span className="block text-2xs text-subtle-foreground">
              {balance ? t.rich("balanceAsOf", { at: () => <Timestamp at={balance.asOf} style="recent" /> }) : "\u00a0"}
            </span>
          </>
        }
      >
        {after}
      </SummaryLine>
    </SummaryLines>
  );
}
