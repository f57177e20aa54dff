import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import type { BalanceHistory, BalancesView, Range } from "./schema";

export const balanceCache = {
  all: (environment: Environment) =>
    queryOptions({
      queryKey: [environment, "balances"] as const,
      queryFn: ({ signal }) => fetchView<BalancesView>(`/api/${environment}/balances`, signal),
      refetchInterval: 10_000,
    }),
  history: (environment: Environment, range: Range) =>
    queryOptions({
      queryKey: [environment, "balances", "history", range] as const,
      queryFn: ({ signal }) => fetchView<BalanceHistory>(`/api/${environment}/balances/history?range=${range}`, signal),
      refetchInterval: 30_000,
    }),
};
