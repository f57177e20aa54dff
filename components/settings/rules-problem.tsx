import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import { StepUpCard } from "@/components/security/step-up-card";
import type { Problem } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";

type Refused =
  | { kind: "another_proposal_is_open" | "not_open" | "lapsed" | "own_proposal" | "proposer_not_permitted" }
  | Problem;
type Props = { error: Refused | null; isUnreachable: boolean };

type WithProof = { error: Refused | ProofNeeded | null; isUnreachable: boolean; onProved: () => void };

/** Why the rules, or the proposal, stay as they are; or who has to show first that it is them. */
export function RulesProblem({ error, isUnreachable, onProved }: WithProof) {
  if (error?.kind === "proof_needed") return <StepUpCard needed={error} onProved={onProved} />;
  return <Refusal error={error} isUnreachable={isUnreachable} />;
}

function Refusal(props: Props) {
  return <ProblemAlert>{useWords(props)}</ProblemAlert>;
}

function useWords({ error, isUnreachable }: Props): ReactNode {
  const t = useTranslations("rules.problems");
  const problemWords = useProblemWords();
  if (isUnreachable) return t("unreachable");
  if (!error) return null;
  return isAtTheDoor(error) ? problemWords(error) : t(error.kind);
}
