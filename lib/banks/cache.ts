import type { Environment } from "@/lib/environment";
import type { KanaRow } from "@/lib/japan/directory/rows";
import { viewOptions } from "@/lib/view-options";
import type { BanksView, DirectoryView } from "./schema";

/** The directory changes with a release of ours, never under an open page. */
const directory = (environment: Environment, path: string, question: { q: string } | { row: KanaRow }) =>
  viewOptions<DirectoryView>(
    [environment, path, question],
    `/api/${environment}/${path}?${new URLSearchParams(question)}`,
    { staleTime: Number.POSITIVE_INFINITY },
  );

export const bankCache = {
  banks: (environment: Environment, typed: string) => directory(environment, "jp-banks", { q: typed }),
  banksIn: (environment: Environment, row: KanaRow) => directory(environment, "jp-banks", { row }),
  branches: (environment: Environment, bankCode: string, typed: string) =>
    directory(environment, `jp-banks/${bankCode}/branches`, { q: typed }),
  branchesIn: (environment: Environment, bankCode: string, row: KanaRow) =>
    directory(environment, `jp-banks/${bankCode}/branches`, { row }),
  listed: (environment: Environment, currency: string) =>
    viewOptions<BanksView>([environment, "banks", currency], `/api/${environment}/banks?currency=${currency}`, {
      staleTime: 300_000,
    }),
};
