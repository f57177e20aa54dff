import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView, LIVE } from "@/lib/fetch-view";
import { pageOptions } from "@/lib/list/cache";
import { viewOptions } from "@/lib/view-options";
import type { OrderList } from "./list/filter";
import type {
  AttentionView,
  ExchangeView,
  FeeAsked,
  FeeEstimate,
  OrderPage,
  OrderTotals,
  TimelinePage,
  TransactionView,
} from "./schema";
import { isFinal } from "./status/status";
import { isRejected } from "./submission/submission";

/** Query keys and fetchers, shared by server pages and client components. */
export const transactionCache = {
  all: (environment: Environment) => [environment, "transactions"] as const,
  one: (environment: Environment, referenceId: string) =>
    viewOptions<TransactionView>(
      [...transactionCache.all(environment), "one", referenceId],
      `/api/${environment}/transactions/${encodeURIComponent(referenceId)}`,
      {
        refetchInterval: ({ state: { data } }) =>
          data && (isFinal(data.status) || isRejected(data.submission)) ? 30_000 : 2_000,
        meta: LIVE,
      },
    ),
  fee: (environment: Environment, asked: FeeAsked) =>
    queryOptions({
      queryKey: [...transactionCache.all(environment), "fee", asked] as const,
      queryFn: ({ signal }) =>
        fetchView<FeeEstimate>(`/api/${environment}/transactions/fee-estimate?${new URLSearchParams(asked)}`, signal),
      staleTime: 60_000,
    }),
  /** Entries before those that come with the order. */
  earlier: (environment: Environment, referenceId: string, before: string, limit: number) =>
    viewOptions<TimelinePage>(
      [...transactionCache.all(environment), "timeline", referenceId, before, limit],
      `/api/${environment}/transactions/${encodeURIComponent(referenceId)}/timeline?${new URLSearchParams({ before, limit: String(limit) })}`,
      // Recorded exchanges never change.
      { staleTime: Number.POSITIVE_INFINITY },
    ),
  page: (environment: Environment, list: OrderList, query: string) =>
    pageOptions<OrderPage>(
      [...transactionCache.all(environment), list],
      transactionCache.path(environment, list),
      query,
    ),
  /** Apart from the others: they count the whole list, so no command waits for them and no event asks for them. */
  allTotals: (environment: Environment) => [environment, "order-totals"] as const,
  /** Totals of a filtered list: refreshed at intervals, by the reader's actions and with the news. */
  totals: (environment: Environment, list: OrderList, filter: string) =>
    viewOptions<OrderTotals>(
      [...transactionCache.allTotals(environment), list, filter],
      `/api/${environment}/transactions/totals?list=${list}&${filter}`,
      { refetchInterval: 60_000, staleTime: 30_000 },
    ),
  /** The URL of a list's pages. */
  path: (environment: Environment, list: OrderList) => `/api/${environment}/transactions?list=${list}`,
  attention: (environment: Environment) =>
    viewOptions<AttentionView>([...transactionCache.all(environment), "attention"], `/api/${environment}/attention`, {
      refetchInterval: 5_000,
      meta: LIVE,
    }),
  exchange: (environment: Environment, exchangeId: string) =>
    viewOptions<ExchangeView>([environment, "exchanges", exchangeId], `/api/${environment}/exchanges/${exchangeId}`, {
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
