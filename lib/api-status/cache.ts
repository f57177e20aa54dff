import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import type { ApiCheck } from "./schema";

export const apiStatusCache = {
  /** Fetched on demand only: each is a request to the service. */
  check: (environment: Environment) =>
    queryOptions({
      queryKey: [environment, "api-status"] as const,
      queryFn: ({ signal }) => fetchView<ApiCheck>(`/api/${environment}/api-status`, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
