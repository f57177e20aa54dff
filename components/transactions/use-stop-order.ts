"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { stopOrderAction } from "@/lib/transactions/actions";
import { transactionCache } from "@/lib/transactions/cache";
import type { StopInput } from "@/lib/transactions/schema";

export function useStopOrder(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (stop: StopInput) => stopOrderAction(environment, stop),
    onSettled: () => client.invalidateQueries({ queryKey: transactionCache.all(environment) }),
  });
}
