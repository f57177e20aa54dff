import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import type { ConnectionCheck } from "./schema";

export const apiStatusCache = {
  /** Fetched on demand only: each is a request to the service. */
  check: (environment: Environment) =>
    queryOptions({
      queryKey: [environment, "connection"] as const,
      queryFn: ({ signal }) => fetchView<ConnectionCheck>(`/api/${environment}/connection`, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
