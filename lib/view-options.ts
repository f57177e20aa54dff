import { type QueryKey, queryOptions, type UndefinedInitialDataOptions } from "@tanstack/react-query";
import { fetchView } from "./fetch-view";

type More<View> = Omit<UndefinedInitialDataOptions<View, Error, View, QueryKey>, "queryKey" | "queryFn"> & {
  /** What is asked by POST, as `fetchView` does. */
  body?: object;
};

/** A view as a query, by its key and by the path of its route. */
export const viewOptions = <View>(queryKey: QueryKey, path: string, { body, ...more }: More<View>) =>
  queryOptions<View, Error, View, QueryKey>({
    queryKey,
    queryFn: ({ signal }) => fetchView<View>(path, signal, body),
    ...more,
  });
