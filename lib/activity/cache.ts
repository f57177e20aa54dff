import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import type { ActivityEntry, ActivityKind, DeliveryView } from "./schema";

export const activityCache = {
  newest: (environment: Environment, kind: ActivityKind) =>
    queryOptions({
      queryKey: [environment, "activity", kind] as const,
      queryFn: ({ signal }) => fetchView<ActivityEntry[]>(`/api/${environment}/activity?kind=${kind}`, signal),
      refetchInterval: 3_000,
    }),
  delivery: (environment: Environment, deliveryId: string) =>
    queryOptions({
      queryKey: [environment, "deliveries", deliveryId] as const,
      queryFn: ({ signal }) => fetchView<DeliveryView>(`/api/${environment}/deliveries/${deliveryId}`, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
