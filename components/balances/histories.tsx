"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Staleness } from "@/components/feedback/staleness";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { balanceCache } from "@/lib/balances/cache";
import type { Range } from "@/lib/balances/schema";
import type { Environment } from "@/lib/environment";
import { BalanceChart } from "./balance-chart";
import { HeldExplained } from "./held-explained";

/** Each currency over time, with what explains its difference. */
export function Histories({ environment, range }: { environment: Environment; range: Range }) {
  const t = useTranslations("balances.chart");
  const query = useSuspenseQuery(balanceCache.history(environment, range));
  const { until, currencies } = query.data;
  return (
    <>
      <Staleness query={query} />
      <div className="grid gap-4">
        {currencies.map((history) => (
          <Card key={history.currency}>
            <CardHeader>
              <CardTitle>{t("title", { currency: history.currency })}</CardTitle>
              <span className="ml-auto text-xs text-subtle-foreground">
                {t.rich("since", { at: () => <Timestamp at={history.knownSince} style="minute" /> })}
              </span>
            </CardHeader>
            <div className="grid gap-6 p-4 lg:grid-cols-[2fr_1fr]">
              <BalanceChart currency={history.currency} points={history.points} until={until} gapMs={history.gapMs} />
              <HeldExplained environment={environment} history={history} />
            </div>
          </Card>
        ))}
      </div>
    </>
  );
}
