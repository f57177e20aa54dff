import type { Environment } from "@/lib/environment";
import { LIVE } from "@/lib/fetch-view";
import { viewOptions } from "@/lib/view-options";
import type { DashboardView, VolumeView } from "./schema";

export const dashboardCache = {
  /** One query for all counts in the navigation and on Today; an event refetches it immediately. */
  counts: (environment: Environment) =>
    viewOptions<DashboardView>([environment, "dashboard"], `/api/${environment}/dashboard`, {
      refetchInterval: 20_000,
      meta: LIVE,
    }),
  volume: (environment: Environment) =>
    viewOptions<VolumeView>([environment, "dashboard", "volume"], `/api/${environment}/dashboard/volume`, {
      refetchInterval: 60_000,
    }),
};
