"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sendInTime } from "@/components/forms/send-in-time";
import { requestDepositAction } from "@/lib/deposits/actions";
import { depositCache } from "@/lib/deposits/cache";
import type { DepositInput } from "@/lib/deposits/schema";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";

export function useRequestDeposit(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: DepositInput) => sendInTime((sendBy) => requestDepositAction(environment, input, sendBy)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: transactionCache.all(environment) });
      void client.invalidateQueries({ queryKey: depositCache.all(environment) });
    },
  });
}
