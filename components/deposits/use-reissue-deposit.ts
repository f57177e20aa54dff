"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sendInTime } from "@/components/forms/send-in-time";
import { reissueDepositAction } from "@/lib/deposits/actions";
import { depositCache } from "@/lib/deposits/cache";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";

export function useReissueDeposit(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: { referenceId: string }) =>
      sendInTime((sendBy) => reissueDepositAction(environment, order, sendBy)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: transactionCache.all(environment) });
      void client.invalidateQueries({ queryKey: depositCache.all(environment) });
    },
  });
}
