import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import type { SearchView } from "./schema";

export const searchCache = {
  /** By POST, because a query may hold a name or an account. */
  suggested: (environment: Environment, q: string) =>
    queryOptions({
      queryKey: [environment, "search", q] as const,
      queryFn: ({ signal }) => fetchView<SearchView>(`/api/${environment}/search`, signal, { q }),
      staleTime: 10_000,
    }),
};
