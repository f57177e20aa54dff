import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView, LIVE } from "@/lib/fetch-view";
import { viewOptions } from "@/lib/view-options";
import type { Advice } from "./advice-view";
import type { RecentRecipients, RecipientSearch, SimilarPayouts } from "./earlier-payouts";
import type { AdvisedTerms, WaitingForMe } from "./schema";

export const withdrawalCache = {
  all: (environment: Environment) => [environment, "withdrawals"] as const,
  waitingForMe: (environment: Environment) =>
    viewOptions<WaitingForMe>(
      [...withdrawalCache.all(environment), "waiting_for_me"],
      `/api/${environment}/withdrawals/awaiting-approval`,
      { refetchInterval: 5_000, meta: LIVE },
    ),
  advice: (environment: Environment, terms: AdvisedTerms) =>
    queryOptions({
      queryKey: [environment, "withdrawals", "advice", terms] as const,
      queryFn: ({ signal }) => fetchView<Advice[]>(`/api/${environment}/withdrawals/advice`, signal, terms),
      meta: LIVE,
    }),
  recentRecipients: (environment: Environment, asked: RecipientSearch) =>
    queryOptions({
      queryKey: [environment, "withdrawals", "recent_recipients", asked] as const,
      queryFn: ({ signal }) =>
        fetchView<RecentRecipients>(`/api/${environment}/withdrawals/recent-recipients`, signal, asked),
      staleTime: 30_000,
    }),
  similar: (environment: Environment, terms: AdvisedTerms) =>
    queryOptions({
      queryKey: [environment, "withdrawals", "similar", terms] as const,
      queryFn: ({ signal }) => fetchView<SimilarPayouts>(`/api/${environment}/withdrawals/similar`, signal, terms),
      meta: LIVE,
    }),
};
