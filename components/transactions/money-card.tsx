import { useTranslations } from "next-intl";
import { Fact, Facts } from "@/components/display/facts";
import { Money } from "@/components/display/money";
import { netAmountOf } from "@/components/orders/net-amount";
import { useFeeEstimate } from "@/components/orders/use-fee-estimate";
import { TitledCard } from "@/components/ui/card";
import type { Environment } from "@/lib/environment";
import { addAmounts, subtractAmounts } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";
import { mayBeAtService } from "@/lib/transactions/submission/submission";

type Props = { environment: Environment; order: TransactionView; mayAsk: boolean };

/** The split of the money. What is not known yet says when it will be, and is never drawn as a zero. */
export function MoneyCard({ environment, order, mayAsk }: Props) {
  const t = useTranslations("orders");
  const { type, amount, fee, actualAmount, currency, nextPollAt } = order;
  const { name, amount: netAmount, isOver } = netAmountOf(order);
  const isOpen = fee === null && !isOver;
  const seen = useFeeEstimate(environment, {
    type: type === "WITHDRAW" ? "WITHDRAW" : "DEPOSIT",
    currency,
    amount: isOpen ? amount : null,
  });
  const estimate = seen?.fee ?? null;
  const withoutCheck = mayAsk && mayBeAtService(order) ? t("netAsk") : "–";
  // An estimate says that it is one; without it, the figure says when it will be known.
  const figure = (known: string | null, later: string, guess: string | null = null) => {
    if (known !== null) return <Money amount={known} currency={currency} />;
    const words = guess === null ? later : t("estimate", { amount: formatAmount(guess, currency) });
    return <span className="text-subtle-foreground">{isOver ? t("nothingMoved") : words}</span>;
  };
  return (
    <TitledCard title={t("money")}>
      <Facts align="right">
        <Fact name={t("amount")}>
          <Money amount={amount} currency={currency} />
        </Fact>
        <Fact name={t("fee")} hint={estimate && t("feeLater")}>
          {figure(fee, t("feeLater"), estimate)}
        </Fact>
        <Fact name={t("net", { type: name })} hint={netAmount && t("netHint", { type })}>
          {figure(
            netAmount,
            isOpen ? t("feeLater") : nextPollAt ? t("netLater") : withoutCheck,
            estimate && estimatedNet(type, amount, estimate),
          )}
        </Fact>
        <Fact name={t("actual")}>{figure(actualAmount, t("actualLater"))}</Fact>
      </Facts>
    </TitledCard>
  );
}

/** The fee is added to a payout, and taken from a deposit. */
const estimatedNet = (type: string, amount: string, fee: string) =>
  type === "WITHDRAW" ? addAmounts(amount, fee) : subtractAmounts(amount, fee);
