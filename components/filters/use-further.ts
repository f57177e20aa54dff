import { useQuery, useQueryClient } from "@tanstack/react-query";

/** What was found beyond a page that one step did not fill, and from where it goes on; null where there is no more. */
type Further<Row> = { rows: Row[]; end: string | null; steps: number; isDone: boolean };

type Looking<Row> = {
  /** What is searched, as the cache knows it. */
  list: readonly unknown[];
  /** Where the page stopped before it was full; null where it did not. */
  from: string | null;
  /** How many it shows without being asked for more. */
  shown: number;
  step: (from: string, signal: AbortSignal) => Promise<Pick<Further<Row>, "rows" | "end">>;
};

/** Goes on until the screen is full or this many steps were made; more on demand. */
const ENOUGH = 20;
const STEPS = 60;

/** Where few rows match a filter, the server searches in steps; this continues and shows the matches. */
export function useFurther<Row>({ list, from, shown, step }: Looking<Row>) {
  const client = useQueryClient();
  const queryKey = [...list, from] as const;
  const query = useQuery({
    queryKey,
    enabled: from !== null,
    queryFn: async ({ signal }) => {
      let further: Further<Row> = { rows: [], end: from, steps: 0, isDone: false };
      while (further.end !== null && further.steps < STEPS && shown + further.rows.length < ENOUGH) {
        const { rows, end } = await step(further.end, signal);
        further = { rows: [...further.rows, ...rows], end, steps: further.steps + 1, isDone: false };
        client.setQueryData(queryKey, further);
      }
      return { ...further, isDone: true };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isLooking = from !== null && !query.data?.isDone && !query.isError;
  return { further: from === null ? undefined : query.data, isLooking };
}
