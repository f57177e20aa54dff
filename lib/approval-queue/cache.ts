import type { Environment } from "@/lib/environment";
import { LIVE } from "@/lib/fetch-view";
import { viewOptions } from "@/lib/view-options";
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
