"use client";

import { useEffect, useRef } from "react";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { focusFirstProblem } from "@/components/forms/focus-first-problem";
import { StepUpCard } from "@/components/sign-in/step-up";
import { isDecided } from "./use-command";
import { type CommandProblemProps, isProofNeeded, useCommandProblem } from "./use-command-problem";

/** Why a command was refused, or the proof that it needs first; nothing where nothing went wrong. */
export function CommandProblem<Refusal extends { kind: string }>({ of, say }: CommandProblemProps<Refusal>) {
  const problem = useCommandProblem({ of, say });
  const { refusal, again } = of;
  const place = useRef<HTMLDivElement>(null);
  // In a long form the field that needs a correction is far above the button.
  useEffect(() => {
    if (refusal?.kind === "invalid") focusFirstProblem(place.current);
  }, [refusal]);
  // The command has said so.
  if (isDecided(refusal)) return null;
  if (isProofNeeded(refusal)) return <StepUpCard needed={refusal} onProved={again} />;
  return <ProblemAlert ref={place}>{problem}</ProblemAlert>;
}
