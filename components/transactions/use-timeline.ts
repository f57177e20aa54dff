import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";
import type { TimelineEntry, TransactionView } from "@/lib/transactions/schema";

/** With each press. */
const STEP = 200;

type Timeline = {
  entries: TimelineEntry[];
  /** Null where there are no more. */
  earlier: { show: () => void; isPending: boolean; hasFailed: boolean } | null;
};

/** The newest entries, and as many earlier ones as were asked for. They follow on when newer ones push them down. */
export function useTimeline(
  environment: Environment,
  referenceId: string,
  newest: Pick<TransactionView, "timeline" | "earlier">,
): Timeline {
  const [steps, setSteps] = useState(0);
  const before = newest.earlier;
  const query = useQuery({
    ...transactionCache.earlier(environment, referenceId, before ?? "", steps * STEP),
    enabled: before !== null && steps > 0,
    placeholderData: keepPreviousData,
  });
  const more = before === null || steps === 0 ? null : query.data;
  const known = new Set(newest.timeline.map(({ id }) => id));
  const entries = [...newest.timeline, ...(more?.entries ?? []).filter(({ id }) => !known.has(id))];
  const hasMore = more ? more.earlier !== null : before !== null;
  const isPending = steps > 0 && query.isFetching;
  const show = () => (query.isError ? void query.refetch() : setSteps(steps + 1));
  return { entries, earlier: hasMore ? { show, isPending, hasFailed: query.isError } : null };
}
