import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView, LIVE } from "@/lib/fetch-view";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import type { ApprovalsView } from "./schema";

export const approvalsCache = {
  all: (environment: Environment) =>
    queryOptions({
      // Below the withdrawals: a decision about one refetches these, too.
      queryKey: [...withdrawalCache.all(environment), "approvals"] as const,
      queryFn: ({ signal }) => fetchView<ApprovalsView>(`/api/${environment}/approvals`, signal),
      refetchInterval: 10_000,
      meta: LIVE,
    }),
};
