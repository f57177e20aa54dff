"use client";

import { useCommand } from "@/components/commands/use-command";
import type { Environment } from "@/lib/environment";
import { revealPiiAction } from "@/lib/reveal/actions";
import type { Revealed, RevealedThing, RevealInput } from "@/lib/reveal/schema";

/** What is masked and what of it has been shown. */
export type RevealOf<O extends RevealedThing> = ReturnType<typeof useReveal<O>>;

/** A masked value, revealed until the page is left. Each reveal is logged, so none happens automatically. */
export function useReveal<O extends RevealedThing>(environment: Environment, input: RevealInput & { of: O }) {
  const reveal = useCommand((wanted: RevealInput) => revealPiiAction(environment, wanted), { refreshes: false });
  const { value } = reveal;
  return { ...reveal, shown: value !== null && isOf(value, input.of) ? value : null, show: () => reveal.send(input) };
}

const isOf = <O extends RevealedThing>(value: Revealed, of: O): value is Extract<Revealed, { of: O }> =>
  value.of === of;
