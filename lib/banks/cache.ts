import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import type { KanaRow } from "@/lib/japan/directory/rows";
import type { BanksView, DirectoryView } from "./schema";

/** The directory changes with a release of ours, never under an open page. */
const directory = (environment: Environment, path: string, question: { q: string } | { row: KanaRow }) =>
  queryOptions({
    queryKey: [environment, path, question] as const,
    queryFn: ({ signal }) =>
      fetchView<DirectoryView>(`/api/${environment}/${path}?${new URLSearchParams(question)}`, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const bankCache = {
  banks: (environment: Environment, typed: string) => directory(environment, "jp-banks", { q: typed }),
  banksIn: (environment: Environment, row: KanaRow) => directory(environment, "jp-banks", { row }),
  branches: (environment: Environment, bankCode: string, typed: string) =>
    directory(environment, `jp-banks/${bankCode}/branches`, { q: typed }),
  branchesIn: (environment: Environment, bankCode: string, row: KanaRow) =>
    directory(environment, `jp-banks/${bankCode}/branches`, { row }),
  listed: (environment: Environment, currency: string) =>
    queryOptions({
      queryKey: [environment, "banks", currency] as const,
      queryFn: ({ signal }) => fetchView<BanksView>(`/api/${environment}/banks?currency=${currency}`, signal),
      staleTime: 300_000,
    }),
};
