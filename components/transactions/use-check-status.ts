"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { checkOrderStatusAction } from "@/lib/transactions/actions";
import { transactionCache } from "@/lib/transactions/cache";

export function useCheckStatus(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: { referenceId: string }) => checkOrderStatusAction(environment, order),
    onSettled: () => client.invalidateQueries({ queryKey: transactionCache.all(environment) }),
  });
}
