import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFeeEstimate } from "@/components/orders/use-fee-estimate";
import { balanceCache } from "@/lib/balances/cache";
import { restIsFor } from "@/lib/balances/held-balance";
import type { Environment } from "@/lib/environment";
import { addAmounts } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";
import type { TransactionView } from "@/lib/transactions/schema";

/** Beside an unknown outcome: what the service holds beyond other orders, where it is exactly this one and its fee. */
export function HeldAmount({ environment, order }: { environment: Environment; order: TransactionView }) {
  const t = useTranslations("orders");
  const { amount, currency, answered } = order;
  const fee = useFeeEstimate(environment, { type: "WITHDRAW", currency, amount })?.fee;
  const { data } = useQuery(balanceCache.history(environment, { range: "day", currency }));
  const history = data?.history;
  const asOf = history?.points.at(-1)?.until;
  // A balance from before the request says nothing about it.
  const isLater = asOf !== undefined && answered !== null && asOf > answered.at;
  if (!history || !fee || !isLater || !restIsFor(history.explanation, amount, fee)) return null;
  return (
    <p className="ml-auto text-xs text-muted-foreground">
      {t("held", { amount: formatAmount(addAmounts(amount, fee), currency) })}
    </p>
  );
}
