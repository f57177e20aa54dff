"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sendInTime } from "@/components/forms/send-in-time";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";
import { takeBackWithdrawalAction } from "@/lib/withdrawals/actions";
import { withdrawalCache } from "@/lib/withdrawals/cache";

export function useTakeBackWithdrawal(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: { referenceId: string }) =>
      sendInTime((sendBy) => takeBackWithdrawalAction(environment, order, sendBy)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: transactionCache.all(environment) });
      void client.invalidateQueries({ queryKey: withdrawalCache.all(environment) });
    },
  });
}
