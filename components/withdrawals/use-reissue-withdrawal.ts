"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sendInTime } from "@/components/forms/send-in-time";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";
import { reissueWithdrawalAction } from "@/lib/withdrawals/actions";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import type { ReissueInput } from "@/lib/withdrawals/schema";

export function useReissueWithdrawal(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: ReissueInput) => sendInTime((sendBy) => reissueWithdrawalAction(environment, order, sendBy)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: transactionCache.all(environment) });
      void client.invalidateQueries({ queryKey: withdrawalCache.all(environment) });
    },
  });
}
