import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { balanceCache } from "@/lib/balances/cache";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";

const ExceedsBalance = dynamic(async () => (await import("./exceeds-balance")).ExceedsBalance, { loading: () => null });

type Props = { environment: Environment; currency: string; typed: string };

/** What there is to pay from. A hint only: the fee comes on top, and the service decides. */
export function AvailableBalance({ environment, currency, typed }: Props) {
  const t = useTranslations("withdrawals.form");
  const { data, isPending } = useQuery(balanceCache.all(environment));
  const available = data?.balances.find((balance) => balance.currency === currency)?.available;

  function words() {
    if (available !== undefined) return t("available", { amount: formatAmount(available, currency) });
    return isPending ? t("availableAsked") : t("availableUnknown");
  }

  return (
    <>
      <span className="figures">{words()}</span> · {t("feeNote")}
      <span role="status" className="block font-medium text-warning">
        {available !== undefined && typed !== "" && (
          <ExceedsBalance currency={currency} typed={typed} available={available} />
        )}
      </span>
    </>
  );
}
