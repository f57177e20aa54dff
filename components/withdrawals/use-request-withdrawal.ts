"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sendInTime } from "@/components/forms/send-in-time";
import { balanceCache } from "@/lib/balances/cache";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";
import { requestWithdrawalAction } from "@/lib/withdrawals/actions";
import { withdrawalCache } from "@/lib/withdrawals/cache";
import type { WithdrawalInput } from "@/lib/withdrawals/schema";

export function useRequestWithdrawal(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: WithdrawalInput) => sendInTime((sendBy) => requestWithdrawalAction(environment, input, sendBy)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: transactionCache.all(environment) });
      void client.invalidateQueries({ queryKey: withdrawalCache.all(environment) });
      void client.invalidateQueries({ queryKey: balanceCache.all(environment).queryKey });
    },
  });
}
