"use client";

import { useTranslations } from "next-intl";
import { BalancesFrame } from "@/components/balances/balances-frame";
import { Sparkline } from "@/components/charts/sparkline";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { Card } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import { useNow } from "@/components/use-now";
import type { BalanceView } from "@/lib/balances/schema";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { Change } from "./change";

const OLD_MS = 60_000;

/** What there is in each currency. */
export function TodayBalances({ environment }: { environment: Environment }) {
  return (
    <BalancesFrame environment={environment}>
      {({ balances, isStale }) => (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {balances.map((balance) => (
            // On a phone the work comes soon after the first; the others are on the page of balances.
            <li key={balance.currency} className="max-md:not-first:hidden">
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
  const words = useTranslations("balances");
  const { currency, available, ledger, held, asOf, sinceDayStart } = balance;
  const now = useNow(1_000);
  // Old in every case: a newer response may still be in flight.
  const isOld = isStale || (now !== null && now - Date.parse(asOf) > OLD_MS);
  const age = now === null ? null : ageOf(now - Date.parse(asOf));
  const asOfWords = t.rich("asOf", { at: () => <Timestamp at={asOf} style="recent" /> });
  return (
    <Card className="px-4 pt-3 pb-2">
      <p className="flex items-center gap-2 text-xs text-subtle-foreground">
        <span className="text-sm font-semibold text-foreground">{currency}</span> {t("available")}
        <span className="ml-auto">
          {isOld && age ? (
            <Count tone="watch">{words("stale", { age: words(`age.${age.unit}`, { n: age.n }) })}</Count>
          ) : (
            asOfWords
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

/** How long ago, in one unit. */
function ageOf(ms: number) {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 90) return { unit: "seconds", n: seconds } as const;
  if (seconds < 90 * 60) return { unit: "minutes", n: Math.floor(seconds / 60) } as const;
  return { unit: "hours", n: Math.floor(seconds / 3_600) } as const;
}
