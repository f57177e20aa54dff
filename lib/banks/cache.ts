import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import type { BanksView, DirectoryView } from "./schema";

/** The directory changes with a release of ours, never under an open page. */
const directory = (environment: Environment, path: string, typed: string) =>
  queryOptions({
    queryKey: [environment, path, typed] as const,
    queryFn: ({ signal }) =>
      fetchView<DirectoryView>(`/api/${environment}/${path}?${new URLSearchParams({ q: typed })}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const bankCache = {
  banks: (environment: Environment, typed: string) => directory(environment, "jp-banks", typed),
  branches: (environment: Environment, bankCode: string, typed: string) =>
    directory(environment, `jp-banks/${bankCode}/branches`, typed),
  listed: (environment: Environment, currency: string) =>
    queryOptions({
      queryKey: [environment, "banks", currency] as const,
      queryFn: ({ signal }) => fetchView<BanksView>(`/api/${environment}/banks?currency=${currency}`, signal),
      staleTime: 300_000,
    }),
};
