import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import type { CheckedTerms, DepositChecks } from "./schema";

export const depositCache = {
  all: (environment: Environment) => [environment, "deposits"] as const,
  /** Queried again each time it is opened: a player is registered within minutes. */
  checks: (environment: Environment, terms: CheckedTerms) =>
    queryOptions({
      queryKey: [...depositCache.all(environment), "checks", terms] as const,
      queryFn: ({ signal }) => fetchView<DepositChecks>(`/api/${environment}/deposits/checks`, signal, terms),
      refetchOnMount: "always",
      refetchInterval: ({ state: { data } }) => (data?.player.kind === "pending" ? 10_000 : false),
    }),
};
