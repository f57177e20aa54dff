"use client";

import type { QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import { useCommand } from "@/components/commands/use-command";
import type { Problem } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { Result } from "@/lib/result";
import type { Outcome, ShownLink } from "@/lib/team/schema";
import { withLink } from "./with-link";

type Send<Input, Refusal, Other> = (
  input: Input,
) => Promise<Result<Outcome | { kind: Other }, Refusal | ProofNeeded | Problem>>;

/** A change that is done, perhaps with links to hand over, or that waits for a second admin. */
export function useChange<Input, Refusal extends { kind: string }, Other extends string = never>(
  send: Send<Input, Refusal, Other>,
  { typed, counts, onDone }: { typed?: object; counts?: QueryKey; onDone?: (sent: Input) => void } = {},
) {
  const [links, setLinks] = useState<ShownLink[]>([]);
  const [outcome, setOutcome] = useState<"done" | "proposed" | Other | null>(null);
  const change = useCommand(send, {
    ...(typed && { typed }),
    ...(counts && { counts }),
    onDone: (value, sent) => {
      setOutcome(value.kind);
      if ("link" in value) setLinks((shown) => withLink(shown, value.link));
      onDone?.(sent);
    },
  });
  return {
    ...change,
    outcome,
    links,
    forgetLink: (kept: ShownLink) => setLinks((shown) => shown.filter((link) => link !== kept)),
    /** Without a trace of what became of it. */
    clear: () => {
      setOutcome(null);
      change.reset();
    },
    send: (input: Input) => {
      setOutcome(null);
      change.send(input);
    },
  };
}
