"use client";

import { useQuery } from "@tanstack/react-query";
import { depositCache } from "@/lib/deposits/cache";
import type { CheckedTerms, PlayerCheck } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";

/** What is known of the player before a deposit is created for them. */
export const useDepositChecks = (environment: Environment, { currency, playerId }: CheckedTerms) =>
  useQuery(depositCache.checks(environment, { currency, playerId }));

/** The service would turn the deposit down, as far as it said. */
export function turnsDown({ kind }: PlayerCheck): boolean {
  switch (kind) {
    case "never_registered":
    case "pending":
    case "failed":
    case "expired":
      return true;
    case "registered":
    case "not_needed":
    case "unfamiliar":
    case "no_answer":
      return false;
  }
}
