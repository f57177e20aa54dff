import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView, LIVE } from "@/lib/fetch-view";
import { pageOptions } from "@/lib/list/cache";
import { queryOf } from "@/lib/query-string";
import { viewOptions } from "@/lib/view-options";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import type {
  BatchesView,
  BatchReview,
  BatchRowsAsked,
  BatchRowsView,
  BatchView,
  DraftSummary,
  DraftView,
} from "./schema";

type Named = { environment: Environment; batchId: string };

export const batchCache = {
  // Below the withdrawals: a decision about money refetches these, too.
  all: (environment: Environment) => [...withdrawalCache.all(environment), "batches"] as const,
  path: (environment: Environment) => `/api/${environment}/batches`,
  page: (environment: Environment, query: string) =>
    pageOptions<BatchesView>(batchCache.all(environment), batchCache.path(environment), query),
  one: ({ environment, batchId }: Named) =>
    viewOptions<BatchView>(
      [...batchCache.all(environment), "one", batchId],
      `${batchCache.path(environment)}/${batchId}`,
      { refetchInterval: 5_000, meta: LIVE },
    ),
  /** Not live: it may hold ten thousand rows. Changes come with their own answers, and with another count of edits. */
  draft: ({ environment, batchId }: Named) =>
    viewOptions<DraftView>([environment, "batch-draft", batchId], `${batchCache.path(environment)}/${batchId}/draft`, {
      staleTime: Number.POSITIVE_INFINITY,
    }),
  summary: ({ environment, batchId }: Named, edits: number) =>
    viewOptions<DraftSummary>(
      [environment, "batch-draft", batchId, "summary", edits],
      `${batchCache.path(environment)}/${batchId}/summary`,
      { placeholderData: keepPreviousData, staleTime: 30_000 },
    ),
  rows: ({ environment, batchId }: Named, { group, q, after }: Omit<BatchRowsAsked, "batchId">) =>
    queryOptions({
      queryKey: [...batchCache.all(environment), "rows", batchId, group ?? "", q, after] as const,
      queryFn: ({ signal }) => {
        const query = queryOf({ group, q: q || undefined, after: after === 0 ? undefined : String(after) });
        return fetchView<BatchRowsView>(`${batchCache.path(environment)}/${batchId}/rows?${query}`, signal);
      },
      placeholderData: keepPreviousData,
      meta: LIVE,
    }),
  /** `root`: what an approval covers. Another one has other rows. Nothing is approved without it: it is asked for until it comes. */
  review: ({ environment, batchId }: Named, root: string | null) =>
    viewOptions<BatchReview>(
      [...batchCache.all(environment), "review", batchId, root],
      `${batchCache.path(environment)}/${batchId}/review`,
      { staleTime: 60_000, refetchInterval: ({ state }) => (state.error ? 5_000 : false) },
    ),
};
