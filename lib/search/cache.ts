import type { Environment } from "@/lib/environment";
import { viewOptions } from "@/lib/view-options";
import type { SearchView } from "./schema";

export const searchCache = {
  /** By POST, because a query may hold a name or an account. */
  suggested: (environment: Environment, q: string) =>
    viewOptions<SearchView>([environment, "search", q], `/api/${environment}/search`, {
      body: { q },
      staleTime: 10_000,
    }),
};
