import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import type { SearchView } from "./schema";

export const searchCache = {
  /** By POST, as what is typed may be somebody's name or account. */
  suggested: (environment: Environment, q: string) =>
    queryOptions({
      queryKey: [environment, "search", q] as const,
      queryFn: ({ signal }) => fetchView<SearchView>(`/api/${environment}/search`, signal, { q }),
      staleTime: 10_000,
    }),
};
