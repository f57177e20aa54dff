import { useQuery, useQueryClient } from "@tanstack/react-query";
import { batchSizeOf } from "@/lib/list/scan-step";

/** What was found beyond a page that one step did not fill, and from where it goes on; null where there is no more. */
type Further<Row> = { rows: Row[]; end: string | null; steps: number; isDone: boolean };

type Looking<Row> = {
  /** What is searched, as the cache knows it. */
  list: readonly unknown[];
  /** Where the page stopped before it was full; null where it did not. */
  from: string | null;
  /** How many it shows without being asked for more. */
  shown: number;
  /** The page ends there, and what is found stands above it. */
  isUpwards?: boolean;
  /** What was found may change later, or move. */
  changes?: boolean;
  step: (from: string, reach: number, signal: AbortSignal) => Promise<Pick<Further<Row>, "rows" | "end">>;
};

/** Continues until the screen is full or this many batches were read; more on demand. */
const ENOUGH = 20;
const STEPS = 60;

/** Few steps are asked for again as often as a page that nothing tells of news; many read half of what there is. */
const FEW = 3;
const [SOON_MS, LATER_MS] = [5_000, 300_000];

/** Where few rows match a filter, the server searches in steps; this continues and shows the matches. */
export function useFurther<Row>({ list, from, shown, isUpwards = false, changes = false, step }: Looking<Row>) {
  const client = useQueryClient();
  const queryKey = [...list, isUpwards, from] as const;
  const isOf = (key: readonly unknown[] | undefined) =>
    JSON.stringify(key?.slice(0, list.length)) === JSON.stringify(list);
  const query = useQuery({
    queryKey,
    enabled: from !== null,
    queryFn: async ({ signal }) => {
      // What is asked for again is shown when it is there: nothing goes away in between.
      const isFirst = !client.getQueriesData({ queryKey: list }).some(([, known]) => known !== undefined);
      let further: Further<Row> = { rows: [], end: from, steps: 0, isDone: false };
      while (further.end !== null && further.steps < STEPS && shown + further.rows.length < ENOUGH) {
        const { rows, end } = await step(further.end, batchSizeOf(further.steps + 1), signal);
        const all = isUpwards ? [...rows, ...further.rows] : [...further.rows, ...rows];
        further = { rows: all, end, steps: further.steps + 1, isDone: false };
        if (isFirst) client.setQueryData(queryKey, further);
      }
      return { ...further, isDone: true };
    },
    placeholderData: (before, previous) => (isOf(previous?.queryKey) ? before : undefined),
    staleTime: changes ? 0 : Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data } }) => changes && (data && data.steps > FEW ? LATER_MS : SOON_MS),
  });
  const isLooking = from !== null && !query.data?.isDone && !query.isError;
  return { further: from === null ? undefined : query.data, isLooking };
}
