import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { fetchView, LIVE } from "@/lib/fetch-view";
import type { Page } from "./page";

/**
 * A page of a list: `query` is the filter and where the page begins. Fetched again, it begins where it began; `fresh`
 * fetches the first page of the filter.
 */
export function pageOptions<View extends Page<unknown>>(list: readonly string[], path: string, query: string) {
  const queryKey = [...list, "page", query] as const;
  const fetchPage = (asked: URLSearchParams, signal: AbortSignal) =>
    fetchView<View>(`${path}${path.includes("?") ? "&" : "?"}${asked}`, signal);
  const options = queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const again = new URLSearchParams(query);
      const held = client.getQueryData<View>(queryKey);
      if (!held?.top || again.has("after")) return fetchPage(again, signal);
      again.delete("before");
      again.set("with", held.top);
      const view = await fetchPage(again, signal);
      // Asked for with its first row, a page has only news above it. Above this one are earlier pages.
      return held.above === null ? view : { ...view, above: held.above, news: 0 };
    },
    meta: LIVE,
  });
  const fresh = () => {
    const filter = new URLSearchParams(query);
    filter.delete("after");
    filter.delete("before");
    return fetchPage(filter, new AbortController().signal);
  };
  return { ...options, fresh };
}

export type PageOptions<View extends Page<unknown>> = ReturnType<typeof pageOptions<View>>;

/** Puts the page as it is now in the place of the one that is shown. An older one that is on its way is dropped. */
export async function replacePage<View extends Page<unknown>>(
  client: QueryClient,
  { queryKey, fresh }: Pick<PageOptions<View>, "queryKey" | "fresh">,
): Promise<View> {
  const view = await fresh();
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData(queryKey, view);
  return view;
}
