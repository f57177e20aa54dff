import type { Environment } from "@/lib/environment";
import { viewOptions } from "@/lib/view-options";
import type { CheckedTerms, DepositChecks } from "./schema";

export const depositCache = {
  all: (environment: Environment) => [environment, "deposits"] as const,
  /** Queried again each time it is opened: a player is registered within minutes. */
  checks: (environment: Environment, terms: CheckedTerms) =>
    viewOptions<DepositChecks>([environment, "deposits", "checks", terms], `/api/${environment}/deposits/checks`, {
      body: terms,
      refetchOnMount: "always",
      refetchInterval: ({ state: { data } }) => (data?.player.kind === "pending" ? 10_000 : false),
    }),
};
