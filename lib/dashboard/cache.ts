import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView, LIVE } from "@/lib/fetch-view";
import type { DashboardView } from "./schema";

export const dashboardCache = {
  /** One question for all the figures in the navigation and on Today; news makes it asked at once. */
  counts: (environment: Environment) =>
    queryOptions({
      queryKey: [environment, "today"] as const,
      queryFn: ({ signal }) => fetchView<DashboardView>(`/api/${environment}/today`, signal),
      refetchInterval: 20_000,
      meta: LIVE,
    }),
};
