"use client";

import { useTranslations } from "next-intl";
import { BalancesFrame } from "@/components/balances/balances-frame";
import { useAge } from "@/components/balances/use-age";
import { Sparkline } from "@/components/charts/sparkline";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { Card } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import type { BalanceView } from "@/lib/balances/schema";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { Change } from "./change";

/** What there is in each currency. */
export function TodayBalances({ environment }: { environment: Environment }) {
  return (
    <BalancesFrame environment={environment}>
      {({ balances, isStale }) => (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {balances.map((balance) => (
            // On a phone the work comes soon after the first; the others are on the page of balances.
            <li key={balance.currency} className="max-sm:not-first:hidden">
              <Tile balance={balance} isStale={isStale} />
            </li>
          ))}
        </ul>
      )}
    </BalancesFrame>
  );
}

type TileProps = { balance: BalanceView; isStale: boolean };

function Tile({ balance, isStale }: TileProps) {
  const t = useTranslations("dashboard.balance");
  const { currency, available, ledger, held, asOf, sinceDayStart } = balance;
  const { isOld, said } = useAge(asOf, isStale);
  return (
    <Card className="px-4 pt-3 pb-2">
      <p className="flex items-center gap-2 text-xs text-subtle-foreground">
        <span className="text-sm font-semibold text-foreground">{currency}</span> {t("available")}
        <span className="ml-auto">
          {said ? (
            <Count tone="watch">{said}</Count>
          ) : (
            t.rich("asOf", { at: () => <Timestamp at={asOf} style="recent" /> })
          )}
        </span>
      </p>
      <div className="flex items-end justify-between gap-3">
        {/* A long change takes its room from the line beside it. */}
        <div className="max-w-full shrink-0">
          <p className={cn("text-2xl font-semibold tracking-tight", isOld && "text-muted-foreground")}>
            <Money amount={available} currency={currency} />
          </p>
          <p className="min-h-4.5 text-xs text-muted-foreground">
            {sinceDayStart && <Change by={sinceDayStart} now={available} currency={currency} />}
          </p>
        </div>
        <Sparkline values={balance.trend} className="min-w-0 shrink" />
      </div>
      <dl className="mt-2 flex flex-wrap gap-x-3.5 border-t border-border pt-1.5 text-xs text-muted-foreground">
        <div className="flex gap-1.5">
          <dt className="text-subtle-foreground">{t("ledger")}</dt>
          <dd>
            <Money amount={ledger} currency={currency} />
          </dd>
        </div>
        <div className="flex gap-1.5">
          <dt className="text-subtle-foreground">{t("inFlight")}</dt>
          <dd>
            <Money amount={held} currency={currency} />
          </dd>
        </div>
      </dl>
    </Card>
  );
}
