import type { Environment } from "@/lib/environment";
import { LIVE, viewOptions } from "@/lib/fetch-view";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import type { ApprovalsView } from "./schema";

export const approvalsCache = {
  all: (environment: Environment) =>
    viewOptions<ApprovalsView>(
      // Below the withdrawals: a decision about one refetches these, too.
      [...withdrawalCache.all(environment), "approvals"],
      `/api/${environment}/approvals`,
      { refetchInterval: 10_000, meta: LIVE },
    ),
};
