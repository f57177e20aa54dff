"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Sparkline } from "@/components/charts/sparkline";
import { Money } from "@/components/display/money";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { useNow } from "@/components/use-now";
import { type HistoryFilter, historyQuery } from "@/lib/balances/range";
import type { BalanceView } from "@/lib/balances/schema";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { absolute } from "@/lib/money/amount";

const OLD_MS = 60_000;

type Props = {
  environment: Environment;
  balances: BalanceView[];
  filter: HistoryFilter;
  /** The currency that the charts below are of. */
  chosen: string | undefined;
  isStale: boolean;
};

/** What is available in each currency. Choosing one shows its charts below. */
export function CurrencyStrip({ environment, balances, filter, chosen, isStale }: Props) {
  const t = useTranslations("balances");
  return (
    <Card className="overflow-hidden">
      <nav
        aria-label={t("currencies")}
        className="grid divide-border max-md:divide-y md:auto-cols-fr md:grid-flow-col md:divide-x"
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
  );
}

function Figures({ balance, isStale }: { balance: BalanceView; isStale: boolean }) {
  const t = useTranslations("balances");
  const { currency, available, ledger, asOf, sinceDayStart } = balance;
  const age = useAge(asOf);
  const now = useNow(1_000);
  // Old in every case: a newer response may still be in flight.
  const isOld = isStale || (now !== null && now - Date.parse(asOf) > OLD_MS);
  return (
    <span className="grid min-w-0">
      <span className="flex min-h-5 flex-wrap items-center gap-x-2 text-xs text-muted-foreground">
        {t.rich("available", { currency, b: (word) => <b className="font-semibold text-foreground">{word}</b> })}
        {isOld && age && <Badge tone="watch">{t("stale", { age })}</Badge>}
      </span>
      <span className={cn("text-xl font-semibold", isOld && "text-muted-foreground")}>
        <Money amount={available} currency={currency} />
      </span>
      <span className="grid text-xs text-muted-foreground">
        {sinceDayStart !== null && (
          <span title={t("todayWhy")}>
            {t.rich("change", { amount: () => <Change amount={sinceDayStart} currency={currency} /> })}
          </span>
        )}
        <span>
          {t("ledger")} <Money amount={ledger} currency={currency} />
        </span>
      </span>
    </span>
  );
}

function Change({ amount, currency }: { amount: string; currency: string }) {
  const sign = amount.startsWith("-") ? "−" : "+";
  return (
    <span className="figures">
      {sign}
      <Money amount={absolute(amount)} currency={currency} />
    </span>
  );
}

/** How long ago, in words of one unit. Null until the page can react, and for what is not in the past. */
function useAge(at: string): string | null {
  const t = useTranslations("balances.age");
  const now = useNow(1_000);
  if (now === null) return null;
  const seconds = Math.max(0, Math.floor((now - Date.parse(at)) / 1_000));
  if (seconds < 90) return t("seconds", { n: seconds });
  if (seconds < 90 * 60) return t("minutes", { n: Math.floor(seconds / 60) });
  return t("hours", { n: Math.floor(seconds / 3_600) });
}
