import { useQuery } from "@tanstack/react-query";
import { useHydrated } from "@/components/use-hydrated";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { DashboardView, VolumeView } from "@/lib/dashboard/schema";
import type { Environment } from "@/lib/environment";

export type DashboardFigures = { environment: Environment; first: DashboardView };

/**
 * The dashboard's counts, live. `first` is what the page has read. The navigation uses the same query and hydrates
 * before the page: until the page has, newer counts would differ from the text that the server sent.
 */
export function useDashboard({ environment, first }: DashboardFigures): DashboardView {
  const { data } = useQuery(dashboardCache.counts(environment));
  return (useHydrated() && data) || first;
}

/** The day's volume, live, in the same way. */
export function useVolume(environment: Environment, first: VolumeView): VolumeView {
  const { data } = useQuery(dashboardCache.volume(environment));
  return (useHydrated() && data) || first;
}
