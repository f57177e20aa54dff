"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { resolveDiscrepancyAction } from "@/lib/transactions/actions";
import { transactionCache } from "@/lib/transactions/cache";
import type { SettlementInput } from "@/lib/transactions/schema";

export function useResolveDiscrepancy(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (settlement: SettlementInput) => resolveDiscrepancyAction(environment, settlement),
    onSettled: () => client.invalidateQueries({ queryKey: transactionCache.all(environment) }),
  });
}
