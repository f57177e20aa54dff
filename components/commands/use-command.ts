"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { assertReachable, sendFailureOf } from "@/components/forms/send-in-time";
import { stillWrong } from "@/components/forms/still-wrong";
import type { Problem } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Result } from "@/lib/result";

type Send<Input, Value, Refusal> = (input: Input) => Promise<Result<Value, Refusal | ProofNeeded | Problem>>;

type Options<Input, Value> = {
  /** What stands in the form now, as it is sent: a problem goes when its field is changed. */
  typed?: object;
  /** `sent`: what was taken. More may have been typed since. */
  onDone?: (value: Value, sent: Input) => void;
  /** The queries that are fetched again afterwards. */
  changes?: QueryKey;
  /** Whether the page is rendered again afterwards. */
  refreshes?: boolean;
};

/** A command of the server: what became of it, and what has to be read again. After a step-up the same is sent again. */
export function useCommand<Input, Value, Refusal extends { kind: string } = never>(
  send: Send<Input, Value, Refusal>,
  { typed, onDone, changes, refreshes = changes === undefined }: Options<Input, Value> = {},
) {
  const client = useQueryClient();
  const router = useRouter();
  const { data, variables, mutate, isPending, error, reset } = useMutation({
    mutationFn: async (input: Input) => {
      await assertReachable();
      return send(input);
    },
    onSuccess: (answer, sent) => {
      if (answer.ok) onDone?.(answer.value, sent);
      // Only after an answer: without one the router would leave the page, and what was typed would be lost.
      if (refreshes) router.refresh();
    },
    onSettled: async () => {
      if (changes) await client.invalidateQueries({ queryKey: changes });
    },
  });
  const refused = data?.ok === false ? data.error : null;
  const found = refused && "fields" in refused ? refused.fields : {};
  const fields = typed === undefined ? found : stillWrong(found, variables, typed);
  const isCorrected = Object.keys(found).length > 0 && Object.keys(fields).length === 0;
  const refusal = isCorrected ? null : refused;
  return {
    send: mutate,
    /** What was sent last. */
    input: variables,
    value: data?.ok === true ? data.value : null,
    refusal,
    /** The problems of single fields, by the fields' names. */
    fields,
    isPending,
    isDone: data?.ok === true,
    /** In flight, or done and not read again yet. */
    isLeaving: isPending || data?.ok === true,
    /** The request was never made, or there was no answer to it. */
    failure: sendFailureOf(error),
    reset,
    again: () => {
      if (variables !== undefined) mutate(variables);
    },
  };
}
