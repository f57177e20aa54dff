import { useQuery } from "@tanstack/react-query";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { DashboardView } from "@/lib/dashboard/schema";
import type { Environment } from "@/lib/environment";

export type DashboardFigures = { environment: Environment; first: DashboardView };

/**
 * What waits, live. `first` is what the page has read: the navigation asks for the same and may have begun before the
 * page had anything to seed, and whoever waited for its answer while the server draws would wait in vain.
 */
export const useDashboard = ({ environment, first }: DashboardFigures): DashboardView =>
  useQuery(dashboardCache.counts(environment)).data ?? first;
