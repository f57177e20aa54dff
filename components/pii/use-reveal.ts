"use client";

import { useMutation } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { revealPiiAction } from "@/lib/reveal/actions";
import type { Revealed, RevealedThing, RevealInput } from "@/lib/reveal/schema";

/** What is masked and what of it has been shown. */
export type RevealOf<O extends RevealedThing> = ReturnType<typeof useReveal<O>>;

/** A masked value, revealed until the page is left. Each reveal is logged, so none happens automatically. */
export function useReveal<O extends RevealedThing>(environment: Environment, input: RevealInput & { of: O }) {
  const { data, isPending, isError, mutate } = useMutation({
    mutationFn: (wanted: RevealInput) => revealPiiAction(environment, wanted),
  });
  const value = data?.ok === true && isOf(data.value, input.of) ? data.value : null;
  return {
    shown: value,
    isPending,
    isUnreachable: isError,
    refusal: data?.ok === false ? data.error : null,
    show: () => mutate(input),
  };
}

const isOf = <O extends RevealedThing>(value: Revealed, of: O): value is Extract<Revealed, { of: O }> =>
  value.of === of;
