"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { SignedOut } from "@/components/feedback/signed-out";
import { sendFailureOf, sendInTime } from "@/components/forms/send-in-time";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import type { Problem, TooLate } from "@/lib/auth/problem";
import { balanceCache } from "@/lib/balances/cache";
import { depositCache } from "@/lib/deposits/cache";
import type { Environment } from "@/lib/environment";
import type { Result } from "@/lib/result";
import { transactionCache } from "@/lib/transactions/cache";
import { withdrawalCache } from "@/lib/withdrawals/cache";

/** An action that decides whether money moves: sent within its deadline. What shows orders is fetched again after it. */
export function useOrderAction<Input, Answer>(
  environment: Environment,
  action: (environment: string, input: Input, sendBy: string) => Promise<Answer>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => sendInTime((sendBy) => action(environment, input, sendBy)),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: transactionCache.all(environment) });
      void client.invalidateQueries({ queryKey: withdrawalCache.all(environment) });
      void client.invalidateQueries({ queryKey: depositCache.all(environment) });
      void client.invalidateQueries({ queryKey: balanceCache.all(environment).queryKey });
    },
  });
}

const isOwn = <E extends { kind: string }>(error: E): error is Exclude<E, Problem | TooLate> => !isAtTheDoor(error);

type Ended<E> = { data: Result<unknown, E> | undefined; error: unknown };
type Own<E> = {
  /** Where it is not known whether the request was received. */
  unreachable?: string | undefined;
  own: (error: Exclude<E, Problem | TooLate>) => ReactNode;
};

/** Why an action was not done, or null where nothing went wrong: no answer, refused by the console, or its own reasons. */
export function useRefusalWords<E extends { kind: string }>({ data, error }: Ended<E>, { unreachable, own }: Own<E>) {
  const words = useProblemWords();
  const failure = sendFailureOf(error);
  if (failure)
    return failure === "unknown" ? (unreachable ?? words({ kind: "unreachable" })) : words({ kind: failure });
  if (!data || data.ok) return null;
  if (isOwn(data.error)) return own(data.error);
  if (!isAtTheDoor(data.error)) return null;
  return data.error.kind === "signed_out" ? <SignedOut /> : words(data.error);
}
