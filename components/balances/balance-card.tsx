import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { Badge } from "@/components/ui/badge";
import { Card, CardTitle } from "@/components/ui/card";
import { useNow } from "@/components/use-now";
import type { BalanceView } from "@/lib/balances/schema";
import { cn } from "@/lib/cn";
import { useAge } from "./use-age";

const OLD_MS = 60_000;

export function BalanceCard({ balance, isStale }: { balance: BalanceView; isStale: boolean }) {
  const t = useTranslations("balances");
  const { currency, available, ledger, held, asOf, sinceDayStart } = balance;
  const age = useAge(asOf);
  const now = useNow(1_000);
  // Old figures are old whyever they are: the answer that would have told us may still be on its way.
  const isOld = isStale || (now !== null && now - Date.parse(asOf) > OLD_MS);
  return (
    <Card className="grid gap-1 p-4">
      <div className="flex min-h-6 items-center justify-between gap-2">
        <CardTitle className="text-muted-foreground">{t("available", { currency })}</CardTitle>
        {isOld && age ? (
          <Badge tone="watch">{t("stale", { age })}</Badge>
        ) : (
          <span className="text-xs text-subtle-foreground">
            <Timestamp at={asOf} style="recent" />
          </span>
        )}
      </div>
      <p className={cn("text-[26px]/tight font-semibold", isOld && "text-muted-foreground")}>
        <Money amount={available} currency={currency} />
      </p>
      <dl className="flex flex-wrap gap-x-3 text-[13px] text-muted-foreground">
        <div className="flex gap-1.5">
          <dt>{t("ledger")}</dt>
          <dd>
            <Money amount={ledger} currency={currency} />
          </dd>
        </div>
        <div className="flex gap-1.5" title={t("heldWhy")}>
          <dt>{t("held")}</dt>
          <dd>
            <Money amount={held} currency={currency} />
          </dd>
        </div>
        {sinceDayStart && (
          <div className="flex gap-1.5" title={t("todayWhy")}>
            <dt>{t("today")}</dt>
            <dd>
              <Money amount={sinceDayStart} currency={currency} />
            </dd>
          </div>
        )}
      </dl>
    </Card>
  );
}
