import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView, LIVE } from "@/lib/fetch-view";
import { pageOptions } from "@/lib/list/cache";
import type { PayeesView, PayeeView } from "./schema";

export const payeeCache = {
  all: (environment: Environment) => [environment, "payees"] as const,
  path: (environment: Environment) => `/api/${environment}/payees`,
  page: (environment: Environment, query: string) =>
    pageOptions<PayeesView>(payeeCache.all(environment), payeeCache.path(environment), query),
  one: (environment: Environment, payeeId: string) =>
    queryOptions({
      queryKey: [...payeeCache.all(environment), "one", payeeId] as const,
      queryFn: ({ signal }) => fetchView<PayeeView>(`${payeeCache.path(environment)}/${payeeId}`, signal),
      refetchInterval: 15_000,
      meta: LIVE,
    }),
};
