import type { Environment } from "@/lib/environment";
import { LIVE } from "@/lib/fetch-view";
import { viewOptions } from "@/lib/view-options";
import type { ApiCheck, ConnectionView } from "./schema";

export const apiStatusCache = {
  /** Fetched on demand only: each is a request to the service. */
  check: (environment: Environment) =>
    viewOptions<ApiCheck>([environment, "api-status", "check"], `/api/${environment}/api-status`, {
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** What is known without asking the service. */
  known: (environment: Environment) =>
    viewOptions<ConnectionView>([environment, "api-status", "known"], `/api/${environment}/api-status/known`, {
      meta: LIVE,
    }),
};
