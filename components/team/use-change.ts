"use client";

import { useState } from "react";
import { useCommand } from "@/components/commands/use-command";
import type { Problem } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Result } from "@/lib/result";
import type { Outcome, ShownLink } from "@/lib/team/schema";

type Send<Input, Refusal, Other> = (
  input: Input,
) => Promise<Result<Outcome | { kind: Other }, Refusal | ProofNeeded | Problem>>;

/** A change that is done, perhaps with a link to hand over, or that waits for a second admin. */
export function useChange<Input, Refusal extends { kind: string }, Other extends string = never>(
  send: Send<Input, Refusal, Other>,
  { typed, onDone }: { typed?: object; onDone?: (sent: Input) => void } = {},
) {
  const [link, setLink] = useState<ShownLink | null>(null);
  const [outcome, setOutcome] = useState<"done" | "proposed" | Other | null>(null);
  const change = useCommand(send, {
    ...(typed && { typed }),
    onDone: (value, sent) => {
      setOutcome(value.kind);
      setLink("link" in value ? value.link : null);
      onDone?.(sent);
    },
  });
  return {
    ...change,
    outcome,
    link,
    forgetLink: () => setLink(null),
    send: (input: Input) => {
      setOutcome(null);
      setLink(null);
      change.send(input);
    },
  };
}
