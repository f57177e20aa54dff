"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { balanceCache } from "@/lib/balances/cache";
import type { Environment } from "@/lib/environment";

/** Every balance as the service last said it, asked again for as long as somebody looks. */
export const useBalances = (environment: Environment) => useSuspenseQuery(balanceCache.all(environment));
