import type { Environment } from "@/lib/environment";
import { LIVE } from "@/lib/fetch-view";
import { pageOptions } from "@/lib/list/cache";
import { viewOptions } from "@/lib/view-options";
import type { PayablePayees, PayeeSearch, PayeesView, PayeeView } from "./schema";

export const payeeCache = {
  all: (environment: Environment) => [environment, "payees"] as const,
  path: (environment: Environment) => `/api/${environment}/payees`,
  page: (environment: Environment, query: string) =>
    pageOptions<PayeesView>(payeeCache.all(environment), payeeCache.path(environment), query),
  payable: (environment: Environment, asked: PayeeSearch) =>
    viewOptions<PayablePayees>(
      [...payeeCache.all(environment), "payable", asked],
      `${payeeCache.path(environment)}/payable`,
      { body: asked, staleTime: 30_000 },
    ),
  one: (environment: Environment, payeeId: string) =>
    viewOptions<PayeeView>(
      [...payeeCache.all(environment), "one", payeeId],
      `${payeeCache.path(environment)}/${payeeId}`,
      { refetchInterval: 15_000, meta: LIVE },
    ),
};
