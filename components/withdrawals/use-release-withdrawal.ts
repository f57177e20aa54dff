"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sendInTime } from "@/components/forms/send-in-time";
import type { Environment } from "@/lib/environment";
import { transactionCache } from "@/lib/transactions/cache";
import { releaseWithdrawalAction } from "@/lib/withdrawals/actions";

export function useReleaseWithdrawal(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (order: { referenceId: string }) =>
      sendInTime((sendBy) => releaseWithdrawalAction(environment, order, sendBy)),
    onSettled: () => void client.invalidateQueries({ queryKey: transactionCache.all(environment) }),
  });
}
