import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import type { BalancesView } from "./schema";

export const balanceCache = {
  all: (environment: Environment) =>
    queryOptions({
      queryKey: [environment, "balances"] as const,
      queryFn: ({ signal }) => fetchView<BalancesView>(`/api/${environment}/balances`, signal),
      refetchInterval: 10_000,
    }),
};
