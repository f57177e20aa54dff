import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import type { MonthView } from "./schema";

const GOING_MS = 1_000;

export const monthsCache = {
  path: (environment: Environment, month: string) => `/api/${environment}/daily-close/months/${month}`,
  month: (environment: Environment, month: string) =>
    queryOptions({
      queryKey: [environment, "months", month] as const,
      queryFn: ({ signal }) => fetchView<MonthView>(monthsCache.path(environment, month), signal),
      // While it is being packed.
      refetchInterval: ({ state: { data } }) => (data?.latest && !data.latest.packed ? GOING_MS : false),
    }),
};
