import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import { transactionCache } from "@/lib/transactions/cache";
import { addressOf, type OrderFilter, ordersPath, reachOf } from "@/lib/transactions/place";
import type { OrderPage, TransactionRow } from "@/lib/transactions/schema";

/** What was found beyond a page that one step did not fill, and from where it goes on; null where there is no more. */
export type Further = { rows: TransactionRow[]; end: string | null; steps: number; isDone: boolean };

/** By itself it goes no further than a screen is full, nor than so many steps: whoever wants more says so. */
const ENOUGH = 20;
const STEPS = 60;

/** Few steps are asked for again as often as a page that nothing tells of news; many read half of what there is. */
const FEW = 3;
const [SOON_MS, LATER_MS] = [5_000, 300_000];

/** Where few orders fit a filter, the server looks through some at a time; this goes on, and shows what is found. */
export function useFurther(environment: Environment, filter: OrderFilter, page: OrderPage) {
  const client = useQueryClient();
  const { partial } = page;
  const from = partial && page[partial];
  const kind = partial === "above" ? "before" : "after";
  const list = addressOf(filter);
  const all = [...transactionCache.all(environment), "further", list] as const;
  const queryKey = [...all, kind, from] as const;
  const query = useQuery({
    queryKey,
    enabled: from !== null,
    queryFn: async ({ signal }) => {
      // What is asked for again is shown when it is there: nothing goes away in between.
      const isFirst = !client.getQueriesData({ queryKey: all }).some(([, known]) => known !== undefined);
      let further: Further = { rows: [], end: from, steps: 0, isDone: false };
      while (further.end !== null && further.steps < STEPS && page.rows.length + further.rows.length < ENOUGH) {
        const address = `${addressOf(filter, { kind, place: further.end })}&reach=${reachOf(further.steps + 1)}`;
        const next = await fetchView<OrderPage>(ordersPath(environment, address), signal);
        const rows = kind === "after" ? [...further.rows, ...next.rows] : [...next.rows, ...further.rows];
        const end = kind === "after" ? next.below : next.above;
        further = { rows, end, steps: further.steps + 1, isDone: false };
        if (isFirst) client.setQueryData(queryKey, further);
      }
      return { ...further, isDone: true };
    },
    placeholderData: (before, previous) => (previous?.queryKey[3] === list ? before : undefined),
    refetchInterval: ({ state: { data } }) => (data && data.steps > FEW ? LATER_MS : SOON_MS),
  });
  const isLooking = partial !== null && !query.data?.isDone && !query.isError;
  return { further: partial ? query.data : undefined, isLooking };
}
