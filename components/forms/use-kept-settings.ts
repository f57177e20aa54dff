"use client";

import type { keptTyped } from "./kept-typed";
import { isAsSent } from "./still-wrong";
import { useKeptTyped } from "./use-kept-typed";

/** `seen`: what the form was begun over, or when that was saved. It is read again after each answer; the form is not. */
export type KeptSettings<T, Seen = string | null> = { values: T; seen: Seen };

type Settings<T, Seen> = {
  kept: ReturnType<typeof keptTyped<KeptSettings<T, Seen>>>;
  author: string;
  about: string;
  inForce: Seen;
  begin: () => T;
};

/** Settings that are saved as a whole, over what their author has seen of them. */
export function useKeptSettings<T, Seen>({ kept, author, about, inForce, begin }: Settings<T, Seen>) {
  const form = useKeptTyped(kept, { author, about }, () => ({ values: begin(), seen: inForce }));
  const { values, seen } = form.typed;
  return {
    ...form,
    values,
    seen,
    isOutdated: !isAsSent({ seen }, { seen: inForce }),
    setValues: (next: T) => form.setTyped({ values: next, seen }),
    /** `isAll`: nothing else was typed before the answer came. */
    onSaved(at: Seen, isAll: boolean) {
      const now = { values, seen: at };
      if (isAll) form.forget(now);
      else form.setTyped(now);
    },
  };
}
