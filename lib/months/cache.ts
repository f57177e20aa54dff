import type { Environment } from "@/lib/environment";
import { viewOptions } from "@/lib/view-options";
import type { MonthView } from "./schema";

const GOING_MS = 1_000;

export const monthsCache = {
  path: (environment: Environment, month: string) => `/api/${environment}/daily-close/months/${month}`,
  month: (environment: Environment, month: string) =>
    viewOptions<MonthView>([environment, "months", month], monthsCache.path(environment, month), {
      // While it is being packed.
      refetchInterval: ({ state: { data } }) => (data?.latest && !data.latest.packed ? GOING_MS : false),
    }),
};
