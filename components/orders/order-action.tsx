"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { sendFailureOf, sendInTime } from "@/components/forms/send-in-time";
import { balanceCache } from "@/lib/balances/cache";
import { depositCache } from "@/lib/deposits/cache";
import type { Environment } from "@/lib/environment";
import type { Result } from "@/lib/result";
import { transactionCache } from "@/lib/transactions/cache";
import { withdrawalCache } from "@/lib/withdrawals/cache";

/** An action that decides whether money moves: sent within its deadline. What shows orders is fetched again after it. */
export function useOrderAction<Input, Value, Refusal>(
  environment: Environment,
  action: (environment: string, input: Input, sendBy: string) => Promise<Result<Value, Refusal>>,
) {
  const client = useQueryClient();
  const { data, error, variables, mutate, isPending, reset } = useMutation({
    mutationFn: (input: Input) => sendInTime((sendBy) => action(environment, input, sendBy)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: transactionCache.all(environment) });
      void client.invalidateQueries({ queryKey: transactionCache.allTotals(environment) });
      void client.invalidateQueries({ queryKey: withdrawalCache.all(environment) });
      void client.invalidateQueries({ queryKey: depositCache.all(environment) });
      void client.invalidateQueries({ queryKey: balanceCache.all(environment).queryKey });
    },
  });
  const isDone = data?.ok === true;
  return {
    ...{ send: mutate, isPending, isDone, reset },
    /** What was sent last. */
    input: variables,
    refusal: data?.ok === false ? data.error : null,
    failure: sendFailureOf(error),
    /** In flight, or done and not read again yet. */
    isLeaving: isPending || isDone,
    /** The same as last time. */
    again: () => variables !== undefined && mutate(variables),
  };
}
