import { useTranslations } from "next-intl";
import { Fact, Facts } from "@/components/display/facts";
import { Money } from "@/components/display/money";
import { useFeeEstimate } from "@/components/orders/use-fee-estimate";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { headlineOf, nothingMoves } from "@/lib/transactions/status/display-status";

/** The split of the money. What is not known yet says when it will be, and is never drawn as a zero. */
export function MoneyCard({ environment, order }: { environment: Environment; order: TransactionView }) {
  const t = useTranslations("orders");
  const { type, amount, fee, netAmount, actualAmount, currency } = order;
  const isOver = nothingMoves(headlineOf(order));
  const isOpen = fee === null && !isOver;
  const estimate = useFeeEstimate(environment, {
    type: type === "WITHDRAW" ? "WITHDRAW" : "DEPOSIT",
    currency,
    amount: isOpen ? amount : null,
  });
  const figure = (known: string | null, later: string) =>
    known === null ? (
      <span className="text-subtle-foreground">{isOver ? t("nothingMoved") : later}</span>
    ) : (
      <Money amount={known} currency={currency} />
    );
  return (
    <TitledCard title={t("money")}>
      <Facts>
        <Fact name={t("amount")} align="right">
          <Money amount={amount} currency={currency} />
        </Fact>
        <Fact
          name={t("fee")}
          align="right"
          hint={isOpen && estimate && t("feeEstimate", { fee: formatAmount(estimate, currency) })}
        >
          {figure(fee, t("feeLater"))}
        </Fact>
        <Fact name={t("net", { type })} align="right" hint={netAmount && t("netHint", { type })}>
          {figure(netAmount, fee === null ? t("feeLater") : t("netLater"))}
        </Fact>
        <Fact name={t("actual")} align="right">
          {figure(actualAmount, t("actualLater"))}
        </Fact>
      </Facts>
    </TitledCard>
  );
}
