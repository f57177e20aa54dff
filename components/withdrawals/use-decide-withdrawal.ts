"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sendInTime } from "@/components/forms/send-in-time";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";
import { decideWithdrawalAction } from "@/lib/withdrawals/actions";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import type { DecisionInput } from "@/lib/withdrawals/schema";

export function useDecideWithdrawal(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: DecisionInput) =>
      sendInTime((sendBy) => decideWithdrawalAction(environment, decision, sendBy)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: transactionCache.all(environment) });
      void client.invalidateQueries({ queryKey: withdrawalCache.all(environment) });
    },
  });
}
