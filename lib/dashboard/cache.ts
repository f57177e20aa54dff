import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView, LIVE } from "@/lib/fetch-view";
import type { TodayView } from "./schema";

export const todayCache = {
  /** One question for all the figures in the navigation and on Today; news makes it asked at once. */
  counts: (environment: Environment) =>
    queryOptions({
      queryKey: [environment, "today"] as const,
      queryFn: ({ signal }) => fetchView<TodayView>(`/api/${environment}/today`, signal),
      refetchInterval: 20_000,
      meta: LIVE,
    }),
};
