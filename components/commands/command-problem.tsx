"use client";

import { ProblemAlert } from "@/components/feedback/problem-alert";
import { StepUpCard } from "@/components/sign-in/step-up";
import { type CommandProblemProps, isProofNeeded, useCommandProblem } from "./use-command-problem";

/** Why a command was refused, or the proof that it needs first; nothing where nothing went wrong. */
export function CommandProblem<Refusal extends { kind: string }>({ of, say }: CommandProblemProps<Refusal>) {
  const problem = useCommandProblem({ of, say });
  const { refusal, again } = of;
  if (isProofNeeded(refusal)) return <StepUpCard needed={refusal} onProved={again} />;
  return <ProblemAlert>{problem}</ProblemAlert>;
}
