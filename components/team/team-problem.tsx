"use client";

import { useTranslations } from "next-intl";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import { StepUpCard } from "@/components/security/step-up-card";
import type { Problem } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { CannotChange } from "@/lib/team/user-changes";

export type TeamRefusal =
  | CannotChange
  | { kind: "another_proposal_is_open" }
  | { kind: "not_open" }
  | { kind: "lapsed" }
  | { kind: "own_proposal" }
  | { kind: "proposer_not_permitted" }
  | { kind: "no_such_invitation" };

type Change = {
  refusal: TeamRefusal | ProofNeeded | Problem | null;
  isUnreachable: boolean;
  again: () => void;
};

/** Who has to show first that it is them, or why everything stays as it is. */
export function TeamProblem({ change: { refusal, isUnreachable, again } }: { change: Change }) {
  const t = useTranslations("team.problems");
  const problemWords = useProblemWords();
  if (refusal?.kind === "proof_needed") return <StepUpCard needed={refusal} onProved={again} />;
  const words = refusal && (isAtTheDoor(refusal) ? problemWords(refusal) : t(refusal.kind));
  return <ProblemAlert>{isUnreachable ? t("unreachable") : words}</ProblemAlert>;
}
