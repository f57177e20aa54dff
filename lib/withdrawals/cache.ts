import type { Environment } from "@/lib/environment";
import { LIVE } from "@/lib/fetch-view";
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
    viewOptions<Advice[]>([environment, "withdrawals", "advice", terms], `/api/${environment}/withdrawals/advice`, {
      body: terms,
      meta: LIVE,
    }),
  recentRecipients: (environment: Environment, asked: RecipientSearch) =>
    viewOptions<RecentRecipients>(
      [environment, "withdrawals", "recent_recipients", asked],
      `/api/${environment}/withdrawals/recent-recipients`,
      { body: asked, staleTime: 30_000 },
    ),
  similar: (environment: Environment, terms: AdvisedTerms) =>
    viewOptions<SimilarPayouts>(
      [environment, "withdrawals", "similar", terms],
      `/api/${environment}/withdrawals/similar`,
      { body: terms, meta: LIVE },
    ),
};
