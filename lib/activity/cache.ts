import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView, LIVE } from "@/lib/fetch-view";
import { viewOptions } from "@/lib/view-options";
import type { ActivityEntry, ActivityKind, DeliveryView, LogPage } from "./schema";

export const activityCache = {
  all: (environment: Environment) => [environment, "activity"] as const,
  newest: (environment: Environment, kind: ActivityKind) =>
    queryOptions({
      queryKey: [...activityCache.all(environment), "newest", kind] as const,
      queryFn: async ({ signal }) =>
        (await fetchView<LogPage>(`/api/${environment}/activity?kind=${kind}`, signal))
          .entries satisfies ActivityEntry[],
      refetchInterval: 3_000,
      meta: LIVE,
    }),
  /** What is found beyond a page that is not full. */
  further: (environment: Environment, query: string) => [...activityCache.all(environment), "further", query] as const,
  /** One page of the log: `query` is the filter, and the place where an older page begins. */
  page: (environment: Environment, query: string) =>
    viewOptions<LogPage>([...activityCache.all(environment), "page", query], `/api/${environment}/activity?${query}`, {
      meta: LIVE,
    }),
  live: (environment: Environment) => `/api/${environment}/activity/live`,
  delivery: (environment: Environment, deliveryId: string) =>
    viewOptions<DeliveryView>([environment, "deliveries", deliveryId], `/api/${environment}/deliveries/${deliveryId}`, {
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
