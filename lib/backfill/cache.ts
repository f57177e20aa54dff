import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import type { BackfillView, RowFilter } from "./schema";

export const backfillCache = {
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
