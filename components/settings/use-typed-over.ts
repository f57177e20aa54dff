"use client";

import type { keptTyped } from "@/components/forms/kept-typed";
import { useKeptTyped } from "@/components/forms/use-kept-typed";

export type TypedOver<InForce, Typed> = { base: InForce; typed: Typed };

type Form<InForce, Typed> = {
  begin: (inForce: InForce) => Typed;
  read: (typed: Typed) => unknown;
  kept: ReturnType<typeof keptTyped<TypedOver<InForce, Typed>>>;
  author: string;
  about: string;
};

/**
 * A form that begins with what is in force, which another user's decision may change meanwhile. The caller restarts it
 * where nothing was typed, and says so where something was.
 */
export function useTypedOver<InForce, Typed>(
  inForce: InForce,
  { begin, read, kept, author, about }: Form<InForce, Typed>,
) {
  const form = useKeptTyped(kept, { author, about }, () => ({ base: inForce, typed: begin(inForce) }));
  const { base, typed } = form.typed;
  return {
    ...form,
    typed,
    setTyped: (next: Typed) => form.setTyped({ base, typed: next }),
    forget: () => form.forget(form.typed),
    isOutdated: !isSame(base, inForce),
    isTouched: [base, inForce].every((rules) => !isSame(read(typed), read(begin(rules)))),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
