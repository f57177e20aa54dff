"use client";

import { useState } from "react";
import type { keptTyped } from "./kept-typed";

type Place = { author: string; about: string };

/** Input that stays while its author visits other pages, until it is taken or discarded. */
export function useKeptTyped<T>(kept: ReturnType<typeof keptTyped<T>>, { author, about }: Place, begin: () => T) {
  const [earlier] = useState(() => kept.of(author, about));
  const [typed, setTyped] = useState(() => earlier ?? begin());
  const [isKept, setKept] = useState(earlier !== null);
  const [isRestored, setRestored] = useState(earlier !== null);
  const [wasSent, setWasSent] = useState(() => kept.isUnanswered(author, about));
  const forget = (now: T) => {
    // More may be typed on a later visit before the answer comes.
    if (kept.of(author, about) === typed) kept.keep(author, about, null);
    setTyped(now);
    setKept(false);
    setRestored(false);
    setWasSent(false);
  };
  return {
    typed,
    isKept,
    /** Of an earlier visit. */
    isRestored,
    /** It was sent on an earlier visit without an answer, so that it may be recorded. */
    wasSent,
    /** The same action, for which what is typed counts as sent until an answer comes. */
    sending:
      <Input, Answer>(send: (input: Input) => Promise<Answer>) =>
      (input: Input) =>
        kept.send(author, about, () => send(input)),
    setTyped: (next: T) => {
      kept.keep(author, about, next);
      setTyped(next);
      setKept(true);
      setWasSent(false);
    },
    /** It was taken. `now` stands in the form. */
    forget,
    restart: () => forget(begin()),
  };
}
