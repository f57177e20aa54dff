import { useTranslations } from "next-intl";
import { Fact, Facts } from "@/components/display/facts";
import { Money } from "@/components/display/money";
import { displayStatusOf, nothingMoves } from "@/components/orders/display-status";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import type { TransactionView } from "@/lib/transactions/schema";

/** The split of the money. What is not known yet says when it will be, and is never drawn as a zero. */
export function MoneyCard({ order }: { order: TransactionView }) {
  const t = useTranslations("orders");
  const { type, amount, fee, netAmount, actualAmount, currency } = order;
  const isOver = nothingMoves(displayStatusOf(order));
  const figure = (known: string | null, later: string) =>
    known === null ? (
      <span className="text-subtle-foreground">{isOver ? t("nothingMoved") : later}</span>
    ) : (
      <Money amount={known} currency={currency} />
    );
  return (
    <Card>
      <CardHeader>
        <CardTitle>{t("money")}</CardTitle>
      </CardHeader>
      <Facts>
        <Fact name={t("amount")} align="right">
          <Money amount={amount} currency={currency} />
        </Fact>
        <Fact name={t("fee")} align="right">
          {figure(fee, t("feeLater"))}
        </Fact>
        <Fact name={t("net", { type })} align="right" hint={netAmount && t("netHint", { type })}>
          {figure(netAmount, fee === null ? t("feeLater") : t("netLater"))}
        </Fact>
        <Fact name={t("actual")} align="right">
          {figure(actualAmount, t("actualLater"))}
        </Fact>
      </Facts>
    </Card>
  );
}
