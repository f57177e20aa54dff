import { useQuery } from "@tanstack/react-query";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { DashboardView } from "@/lib/dashboard/schema";
import type { Environment } from "@/lib/environment";

export type DashboardFigures = { environment: Environment; first: DashboardView };

/**
 * The dashboard's counts, live. `first` is what the page has read: the navigation uses the same query and may render
 * before the page seeds it, and waiting for it on the server would not end.
 */
export const useDashboard = ({ environment, first }: DashboardFigures): DashboardView =>
  useQuery(dashboardCache.counts(environment)).data ?? first;
