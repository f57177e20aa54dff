"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { Problem } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Result } from "@/lib/result";

type Send<Input, Value, Refusal> = (input: Input) => Promise<Result<Value, Refusal | ProofNeeded | Problem>>;

/** A change that may first ask who is there. Once that was shown, the same is sent again: nothing is typed twice. */
export function useSecured<Input, Value, Refusal extends { kind: string } = never>(
  send: Send<Input, Value, Refusal>,
  onDone?: (value: Value) => void,
) {
  const router = useRouter();
  const change = useMutation({
    mutationFn: (input: Input) => send(input),
    onSuccess: (answer) => {
      if (!answer.ok) return;
      onDone?.(answer.value);
      router.refresh();
    },
  });
  const refusal = change.data?.ok === false ? change.data.error : null;
  return {
    send: change.mutate,
    isPending: change.isPending,
    isUnreachable: change.isError,
    isDone: change.data?.ok === true,
    refusal,
    reset: change.reset,
    again: () => {
      if (change.variables !== undefined) change.mutate(change.variables);
    },
  };
}
