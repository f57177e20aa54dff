import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView, LIVE } from "@/lib/fetch-view";
import type { Advice, AdvisedTerms, WaitingForMe, WithdrawalRow, WithdrawalsShown } from "./schema";

export const withdrawalCache = {
  all: (environment: Environment) => [environment, "withdrawals"] as const,
  newest: (environment: Environment, show: WithdrawalsShown) =>
    queryOptions({
      queryKey: [...withdrawalCache.all(environment), "newest", show] as const,
      queryFn: ({ signal }) => fetchView<WithdrawalRow[]>(`/api/${environment}/withdrawals?show=${show}`, signal),
      refetchInterval: 3_000,
      meta: LIVE,
    }),
  waitingForMe: (environment: Environment) =>
    queryOptions({
      queryKey: [...withdrawalCache.all(environment), "waiting_for_me"] as const,
      queryFn: ({ signal }) => fetchView<WaitingForMe>(`/api/${environment}/withdrawals/waiting`, signal),
      refetchInterval: 5_000,
      meta: LIVE,
    }),
  advice: (environment: Environment, terms: AdvisedTerms) =>
    queryOptions({
      queryKey: [environment, "withdrawals", "advice", terms] as const,
      queryFn: ({ signal }) => fetchView<Advice[]>(`/api/${environment}/withdrawals/advice`, signal, terms),
      meta: LIVE,
    }),
};
