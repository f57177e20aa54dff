import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView, LIVE } from "@/lib/fetch-view";
import { ordersPath } from "./list/filter";
import type { AttentionView, ExchangeView, OrderPage, TimelinePage, TransactionView } from "./schema";
import { isFinal } from "./status/status";
import { isRejected } from "./submission/submission";

/** Keys and fetchers, shared by the page that seeds them and the component that watches. */
export const transactionCache = {
  all: (environment: Environment) => [environment, "transactions"] as const,
  one: (environment: Environment, referenceId: string) =>
    queryOptions({
      queryKey: [...transactionCache.all(environment), "one", referenceId] as const,
      queryFn: ({ signal }) =>
        fetchView<TransactionView>(`/api/${environment}/transactions/${encodeURIComponent(referenceId)}`, signal),
      refetchInterval: ({ state: { data } }) =>
        data && (isFinal(data.status) || isRejected(data.submission)) ? 30_000 : 2_000,
      meta: LIVE,
    }),
  /** Entries before the ones that come with the order. */
  earlier: (environment: Environment, referenceId: string, before: string, limit: number) =>
    queryOptions({
      queryKey: [...transactionCache.all(environment), "timeline", referenceId, before, limit] as const,
      queryFn: ({ signal }) =>
        fetchView<TimelinePage>(
          `/api/${environment}/transactions/${encodeURIComponent(referenceId)}/timeline?${new URLSearchParams({ before, limit: String(limit) })}`,
          signal,
        ),
      // What is on record does not change.
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** A page of the list: `query` is the filter and where the page begins. Asked for again, it begins where it began. */
  page: (environment: Environment, query: string) => {
    const queryKey = [...transactionCache.all(environment), "page", query] as const;
    return queryOptions({
      queryKey,
      queryFn: ({ signal, client }) => {
        const top = client.getQueryData<OrderPage>(queryKey)?.top;
        return fetchView<OrderPage>(ordersPath(environment, query, top), signal);
      },
      meta: LIVE,
    });
  },
  attention: (environment: Environment) =>
    queryOptions({
      queryKey: [...transactionCache.all(environment), "attention"] as const,
      queryFn: ({ signal }) => fetchView<AttentionView>(`/api/${environment}/attention`, signal),
      refetchInterval: 5_000,
      meta: LIVE,
    }),
  exchange: (environment: Environment, exchangeId: string) =>
    queryOptions({
      queryKey: [environment, "exchanges", exchangeId] as const,
      queryFn: ({ signal }) => fetchView<ExchangeView>(`/api/${environment}/exchanges/${exchangeId}`, signal),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
