import type { Environment } from "@/lib/environment";
import { LIVE } from "@/lib/fetch-view";
import { pageOptions } from "@/lib/list/cache";
import { viewOptions } from "@/lib/view-options";
import type { MovementDetail, MovementsView } from "./movements/schema";
import type { RowDetail, RowsView, RunInForce, RunPeriod, RunView } from "./schema";
import { isRunning } from "./state";
import type { EntriesView, EntryDetail } from "./statements/schema";

const GOING_MS = 1_000;

export const reconciliationCache = {
  all: (environment: Environment) => [environment, "reconciliation"] as const,
  path: (environment: Environment) => `/api/${environment}/reconciliation`,
  run: (environment: Environment, runId: string) =>
    viewOptions<RunView>(
      [...reconciliationCache.all(environment), "run", runId],
      `${reconciliationCache.path(environment)}/${runId}`,
      {
        refetchInterval: ({ state: { data } }) => (data && isRunning(data.state) ? GOING_MS : false),
        meta: LIVE,
      },
    ),
  inForce: (environment: Environment, { firstDay, lastDay }: RunPeriod) =>
    viewOptions<RunInForce>(
      [...reconciliationCache.all(environment), "in-force", firstDay, lastDay],
      `${reconciliationCache.path(environment)}/in-force?${new URLSearchParams({ firstDay, lastDay })}`,
      { meta: LIVE },
    ),
  rowsPath: (environment: Environment, runId: string) => `${reconciliationCache.path(environment)}/${runId}/rows`,
  rows: (environment: Environment, runId: string, query: string) =>
    pageOptions<RowsView>(
      [...reconciliationCache.all(environment), "rows", runId],
      reconciliationCache.rowsPath(environment, runId),
      query,
    ),
  row: (environment: Environment, runId: string, position: string) =>
    viewOptions<RowDetail>(
      [...reconciliationCache.all(environment), "row", runId, position],
      `${reconciliationCache.rowsPath(environment, runId)}/${position}`,
      { meta: LIVE },
    ),
};

export const movementCache = {
  all: (environment: Environment) => [environment, "movements"] as const,
  path: (environment: Environment) => `/api/${environment}/reconciliation/movements`,
  page: (environment: Environment, query: string) =>
    pageOptions<MovementsView>([...movementCache.all(environment)], movementCache.path(environment), query),
  one: (environment: Environment, movementId: string) =>
    viewOptions<MovementDetail>(
      [...movementCache.all(environment), "one", movementId],
      `${movementCache.path(environment)}/${movementId}`,
      { meta: LIVE },
    ),
};

export const statementCache = {
  all: (environment: Environment) => [environment, "statements"] as const,
  uploadPath: (environment: Environment) => `/api/${environment}/reconciliation/statements`,
  path: (environment: Environment) => `/api/${environment}/reconciliation/statements/entries`,
  /** `statements`: the IDs of all there are. A list keeps its rows in their places; with another statement it is another one. */
  page: (environment: Environment, statements: string[], query: string) =>
    pageOptions<EntriesView>(
      [...statementCache.all(environment), statements.join()],
      statementCache.path(environment),
      query,
    ),
  one: (environment: Environment, entryId: string) =>
    viewOptions<EntryDetail>(
      [...statementCache.all(environment), "one", entryId],
      `${statementCache.path(environment)}/${entryId}`,
      { meta: LIVE },
    ),
};
