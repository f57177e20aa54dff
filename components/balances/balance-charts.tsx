"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { Staleness } from "@/components/feedback/staleness";
import { balanceCache } from "@/lib/balances/cache";
import type { HistoryFilter } from "@/lib/balances/range";
import type { Environment } from "@/lib/environment";
import { BalanceChart } from "./balance-chart";
import { FlowChart } from "./flow-chart";
import { HeldExplained } from "./held-explained";

type Props = { environment: Environment; filter: HistoryFilter };

/** One currency over time, and why not all of it is available. */
export function BalanceCharts({ environment, filter }: Props) {
  const query = useSuspenseQuery(balanceCache.history(environment, filter));
  const { history } = query.data;
  if (!history) return null;
  return (
    <>
      <Staleness query={query} />
      <div className="mt-4 grid items-start gap-4 xl:grid-cols-3">
        <div className="grid min-w-0 gap-4 xl:col-span-2">
          <BalanceChart history={history} isCustom={filter.range === "custom"} />
          <FlowChart history={history} />
        </div>
        <HeldExplained environment={environment} history={history} />
      </div>
    </>
  );
}

/** Of when the figures are, and how far back they are known. */
export function BalanceSummary({ environment, filter }: Props) {
  const t = useTranslations("balances");
  const { balances } = useSuspenseQuery(balanceCache.all(environment)).data;
  const { history } = useSuspenseQuery(balanceCache.history(environment, filter)).data;
  const asOf = balances
    .map((balance) => balance.asOf)
    .toSorted()
    .at(-1);
  if (!asOf || !history) return null;
  return t.rich("summary", {
    asOf: () => <Timestamp at={asOf} style="recent" />,
    since: () => <Timestamp at={history.knownSince} style="day" />,
  });
}
