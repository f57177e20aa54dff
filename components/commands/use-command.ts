"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { isAtTheDoor } from "@/components/forms/early-refusal";
import { assertReachable, sendFailureOf } from "@/components/forms/send-in-time";
import { isAsSent, stillWrong } from "@/components/forms/still-wrong";
import { showToast } from "@/components/toasts/toast-queue";
import type { Problem } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Result } from "@/lib/result";

/** Another user's decision about a proposal, or the end of its time, came first. */
export const isDecided = (refusal: { kind: string } | null): refusal is { kind: "not_open" | "lapsed" } =>
  refusal?.kind === "not_open" || refusal?.kind === "lapsed";

type Send<Input, Value, Refusal> = (input: Input) => Promise<Result<Value, Refusal | ProofNeeded | Problem>>;

type Options<Input, Value> = {
  /** What stands in the form now, as it is sent: a problem goes when its field is changed. */
  typed?: object;
  /** `sent`: what was taken. More may have been typed since. */
  onDone?: (value: Value, sent: Input) => void;
  /** The queries that are fetched again afterwards. */
  changes?: QueryKey;
  /** The totals that are fetched again as well, without waiting for them. */
  counts?: QueryKey;
  /** Whether the page is rendered again afterwards. */
  refreshes?: boolean;
};

/** A command of the server: what became of it, and what has to be read again. After a step-up the same is sent again. */
export function useCommand<Input, Value, Refusal extends { kind: string } = never>(
  send: Send<Input, Value, Refusal>,
  { typed, onDone, changes, counts, refreshes = changes === undefined }: Options<Input, Value> = {},
) {
  const t = useTranslations("problems");
  const client = useQueryClient();
  const router = useRouter();
  const underWay = useRef<unknown>(NOTHING);
  const { data, variables, mutate, isPending, error, reset } = useMutation({
    mutationFn: async (input: Input) => {
      try {
        await assertReachable();
        return await send(input);
      } finally {
        underWay.current = NOTHING;
      }
    },
    onSuccess: (answer, sent) => {
      if (answer.ok) onDone?.(answer.value, sent);
      // What another user has decided leaves the page as soon as it is read again, and what would say so with it.
      else if (isDecided(answer.error)) showToast({ text: t(answer.error.kind), isLong: true });
      // Only after an answer: without one the router would leave the page, and what was typed would be lost. It would
      // also be where the user is signed out, or may not do this any more; and nothing has changed.
      if (refreshes && (answer.ok || !isAtTheDoor(answer.error))) router.refresh();
    },
    onSettled: async () => {
      if (counts) void client.invalidateQueries({ queryKey: counts });
      if (changes) await client.invalidateQueries({ queryKey: changes });
    },
  });
  const refused = data?.ok === false ? data.error : null;
  const found = refused && "fields" in refused ? refused.fields : {};
  const fields = typed === undefined ? found : stillWrong(found, variables, typed);
  const isCorrected = Object.keys(found).length > 0 && Object.keys(fields).length === 0;
  const refusal = isCorrected ? null : refused;
  /** Each press once: the second one of a double click comes before the button is disabled. */
  function sendOnce(input: Input) {
    if (underWay.current === JSON.stringify(input)) return;
    underWay.current = JSON.stringify(input);
    mutate(input);
  }
  return {
    send: sendOnce,
    /** What was sent last. */
    input: variables,
    value: data?.ok === true ? data.value : null,
    refusal,
    /** The problems of single fields, by the fields' names. */
    fields,
    isPending,
    isDone: data?.ok === true,
    /** Done, and what stands in the form is what was sent: more may have been typed before the answer came. */
    isSaved: data?.ok === true && typed !== undefined && isAsSent(variables, typed),
    /** In flight, or done and not read again yet. */
    isLeaving: isPending || data?.ok === true,
    /** The request was never made, or there was no answer to it. */
    failure: sendFailureOf(error),
    reset,
    /** The same as last time, which may have been sent without an input. */
    again: () => sendOnce(variables as Input),
  };
}

const NOTHING = Symbol("nothing");
