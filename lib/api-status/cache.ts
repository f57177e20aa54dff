import type { Environment } from "@/lib/environment";
import { viewOptions } from "@/lib/view-options";
import type { ApiCheck } from "./schema";

export const apiStatusCache = {
  /** Fetched on demand only: each is a request to the service. */
  check: (environment: Environment) =>
    viewOptions<ApiCheck>([environment, "api-status"], `/api/${environment}/api-status`, {
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
