"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { CSSProperties } from "react";
import { Sparkline } from "@/components/charts/sparkline";
import { Money } from "@/components/display/money";
import { SignedMoney } from "@/components/movements/signed-money";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { type HistoryFilter, historyQuery } from "@/lib/balances/range";
import type { BalanceView } from "@/lib/balances/schema";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { BalancesFrame } from "./balances-frame";
import { useAge } from "./use-age";

type Props = {
  environment: Environment;
  filter: HistoryFilter;
  /** The currency that the charts below are of. */
  chosen: string | undefined;
};

/** What is available in each currency. Choosing one shows its charts below. */
export function CurrencyStrip({ environment, filter, chosen }: Props) {
  const t = useTranslations("balances");
  return (
    <BalancesFrame environment={environment}>
      {({ balances, isStale }) => (
        <Card className="overflow-hidden">
          <nav
            aria-label={t("currencies")}
            // As many columns as there will be, so that none moves while the page arrives.
            style={{ "--currencies": balances.length } as CSSProperties}
            className="grid divide-border max-md:divide-y md:grid-cols-[repeat(var(--currencies),minmax(0,1fr))] md:divide-x"
          >
            {balances.map((balance) => (
              <Link
                key={balance.currency}
                href={`/${environment}/balances?${historyQuery({ ...filter, currency: balance.currency })}`}
                aria-current={balance.currency === chosen ? "true" : undefined}
                scroll={false}
                className="flex items-center justify-between gap-3 border-b-2 border-b-transparent px-4 py-2.5 -outline-offset-2 hover:bg-accent aria-current:border-b-primary"
              >
                <Figures balance={balance} isStale={isStale} />
                <Sparkline values={balance.trend} className="max-xl:hidden" />
              </Link>
            ))}
          </nav>
        </Card>
      )}
    </BalancesFrame>
  );
}

function Figures({ balance, isStale }: { balance: BalanceView; isStale: boolean }) {
  const t = useTranslations("balances");
  const { currency, available, ledger, asOf, sinceDayStart } = balance;
  const { isOld, said } = useAge(asOf, isStale);
  return (
    <span className="grid min-w-0">
      <span className="flex min-h-5 flex-wrap items-center gap-x-2 text-xs text-muted-foreground">
        {t.rich("available", { currency, b: (word) => <b className="font-semibold text-foreground">{word}</b> })}
        {said && <Badge tone="watch">{said}</Badge>}
      </span>
      <span className={cn("text-xl font-semibold", isOld && "text-muted-foreground")}>
        <Money amount={available} currency={currency} />
      </span>
      <span className="grid text-xs text-muted-foreground">
        {sinceDayStart !== null && (
          <span title={t("todayWhy")}>
            {t.rich("change", { amount: () => <SignedMoney amount={sinceDayStart} currency={currency} /> })}
          </span>
        )}
        <span>
          {t("ledger")} <Money amount={ledger} currency={currency} />
        </span>
      </span>
    </span>
  );
}
