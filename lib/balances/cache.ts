import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import { type HistoryFilter, historyQuery } from "./range";
import type { BalanceHistory, BalancesView } from "./schema";

export const balanceCache = {
  all: (environment: Environment) =>
    queryOptions({
      queryKey: [environment, "balances"] as const,
      queryFn: ({ signal }) => fetchView<BalancesView>(`/api/${environment}/balances`, signal),
      refetchInterval: 10_000,
    }),
  history: (environment: Environment, filter: HistoryFilter) =>
    queryOptions({
      queryKey: [environment, "balances", "history", historyQuery(filter)] as const,
      queryFn: ({ signal }) =>
        fetchView<BalanceHistory>(`/api/${environment}/balances/history?${historyQuery(filter)}`, signal),
      refetchInterval: 30_000,
    }),
};
