import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import type { Advice, AdvisedTerms, WithdrawalRow } from "./schema";

export const withdrawalCache = {
  newest: (environment: Environment) =>
    queryOptions({
      queryKey: [environment, "withdrawals", "newest"] as const,
      queryFn: ({ signal }) => fetchView<WithdrawalRow[]>(`/api/${environment}/withdrawals`, signal),
      refetchInterval: 3_000,
    }),
  advice: (environment: Environment, terms: AdvisedTerms) =>
    queryOptions({
      queryKey: [environment, "withdrawals", "advice", terms] as const,
      queryFn: ({ signal }) => fetchView<Advice[]>(`/api/${environment}/withdrawals/advice`, signal, terms),
    }),
};
