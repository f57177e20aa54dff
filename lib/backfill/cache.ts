import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import { viewOptions } from "@/lib/view-options";
import type { BackfillView, HistoryRun, RowFilter } from "./schema";

export const backfillCache = {
  /** After a lost answer a run may be recorded later than it is looked for. */
  runs: (environment: Environment) =>
    viewOptions<HistoryRun[]>([environment, "backfill", "runs"], `/api/${environment}/backfill`, {
      refetchInterval: ({ state: { data } }) => (data?.some(({ endedAt }) => endedAt === null) ? 2_000 : 10_000),
    }),
  one: (environment: Environment, runId: string, { finding, after }: RowFilter) =>
    queryOptions({
      queryKey: [environment, "backfill", runId, finding ?? "all", after] as const,
      queryFn: ({ signal }) => {
        const query = new URLSearchParams({ after: String(after), ...(finding && { finding }) });
        return fetchView<BackfillView>(`/api/${environment}/backfill/${runId}?${query}`, signal);
      },
      refetchInterval: ({ state: { data } }) => (data?.endedAt ? false : 2_000),
    }),
};
