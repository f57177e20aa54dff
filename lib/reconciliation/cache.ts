import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView, LIVE } from "@/lib/fetch-view";
import { pageOptions } from "@/lib/list/cache";
import type { RowDetail, RowsView, RunView } from "./schema";
import { isRunning } from "./state";

const GOING_MS = 1_000;

export const reconciliationCache = {
  all: (environment: Environment) => [environment, "reconciliation"] as const,
  path: (environment: Environment) => `/api/${environment}/reconciliation`,
  run: (environment: Environment, runId: string) =>
    queryOptions({
      queryKey: [...reconciliationCache.all(environment), "run", runId] as const,
      queryFn: ({ signal }) => fetchView<RunView>(`${reconciliationCache.path(environment)}/${runId}`, signal),
      refetchInterval: ({ state: { data } }) => (data && isRunning(data.state) ? GOING_MS : false),
      meta: LIVE,
    }),
  rowsPath: (environment: Environment, runId: string) => `${reconciliationCache.path(environment)}/${runId}/rows`,
  rows: (environment: Environment, runId: string, query: string) =>
    pageOptions<RowsView>(
      [...reconciliationCache.all(environment), "rows", runId],
      reconciliationCache.rowsPath(environment, runId),
      query,
    ),
  row: (environment: Environment, runId: string, position: string) =>
    queryOptions({
      queryKey: [...reconciliationCache.all(environment), "row", runId, position] as const,
      queryFn: ({ signal }) =>
        fetchView<RowDetail>(`${reconciliationCache.rowsPath(environment, runId)}/${position}`, signal),
      meta: LIVE,
    }),
};
