import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView, LIVE } from "@/lib/fetch-view";
import type { DashboardView, VolumeView } from "./schema";

export const dashboardCache = {
  /** One query for all counts in the navigation and on Today; an event refetches it immediately. */
  counts: (environment: Environment) =>
    queryOptions({
      queryKey: [environment, "dashboard"] as const,
      queryFn: ({ signal }) => fetchView<DashboardView>(`/api/${environment}/dashboard`, signal),
      refetchInterval: 20_000,
      meta: LIVE,
    }),
  volume: (environment: Environment) =>
    queryOptions({
      queryKey: [environment, "dashboard", "volume"] as const,
      queryFn: ({ signal }) => fetchView<VolumeView>(`/api/${environment}/dashboard/volume`, signal),
      refetchInterval: 60_000,
    }),
};
