import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { loadPart } from "@/components/load-part";
import { balanceCache } from "@/lib/balances/cache";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";

const ExceedsBalance = dynamic(() => loadPart(async () => (await import("./exceeds-balance")).ExceedsBalance), {
  loading: () => null,
});

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

/** After so long a balance says nothing of what is available now; the server weighs none that is older, too. */
const FRESH_MS = 10 * 60_000;

/** Says that the balance is unknown and was not compared. Hidden if it is known. */
export function UnknownBalance({ environment, currency }: { environment: Environment; currency: string }) {
  const t = useTranslations("withdrawals.review");
  const { data, isPending } = useQuery(balanceCache.all(environment));
  if (isPending) return null;
  const balance = data?.balances.find((one) => one.currency === currency);
  const saidAt = balance && new Date(balance.asOf).getTime();
  if (saidAt !== undefined && Date.now() - saidAt < FRESH_MS) return null;
  return (
    <p className="rounded-lg bg-warning-soft px-3 py-2.25 text-sm text-warning">
      {balance
        ? t.rich("balanceOld", { at: () => <Timestamp at={balance.asOf} style="recent" /> })
        : t("balanceUnknown")}
    </p>
  );
}
