"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { balanceCache } from "@/lib/balances/cache";
import type { Environment } from "@/lib/environment";

/** The latest balances, refetched while the page is visible. */
export const useBalances = (environment: Environment) => useSuspenseQuery(balanceCache.all(environment));
