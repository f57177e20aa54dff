import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { balanceCache } from "@/lib/balances/cache";
import type { Environment } from "@/lib/environment";

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
    <p className="rounded-lg bg-warning-muted px-3 py-2.25 text-[13px] text-warning">
      {balance
        ? t.rich("balanceOld", { at: () => <Timestamp at={balance.asOf} style="recent" /> })
        : t("balanceUnknown")}
    </p>
  );
}
