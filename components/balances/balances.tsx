"use client";

import type { HistoryFilter } from "@/lib/balances/range";
import type { Environment } from "@/lib/environment";
import { BalancesFrame } from "./balances-frame";
import { CurrencyStrip } from "./currency-strip";

type Props = {
  environment: Environment;
  filter: HistoryFilter;
  /** The currency that charts are shown of. */
  chosen: string | undefined;
};

/** What there is in each currency, to choose the one of the charts below. */
export function Balances({ environment, filter, chosen }: Props) {
  return (
    <BalancesFrame environment={environment}>
      {(known) => <CurrencyStrip {...{ environment, filter, chosen, ...known }} />}
    </BalancesFrame>
  );
}
