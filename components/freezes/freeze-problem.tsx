import { useTranslations } from "next-intl";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import { StepUpCard } from "@/components/security/step-up-card";
import type { CannotDecideProposal } from "@/lib/auth/dual-control";
import type { Problem } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";

type Refused =
  | { kind: "no_such_person" | "frozen_already" | "not_frozen" | "own_freeze" | "another_proposal_is_open" }
  | CannotDecideProposal
  | ProofNeeded
  | Problem;
type Answer = { ok: true } | { ok: false; error: Refused };
type Props = { change: { data: Answer | undefined; isError: boolean }; onProved: () => void };

/** Why a freeze stays as it is, or the proof that is asked for first. */
export function FreezeProblem({ change: { data, isError }, onProved }: Props) {
  const t = useTranslations("freezes.problems");
  const problemWords = useProblemWords();
  const error = data?.ok === false ? data.error : null;
  if (error?.kind === "proof_needed") return <StepUpCard needed={error} onProved={onProved} />;
  const words = error && (isAtTheDoor(error) ? problemWords(error) : t(error.kind));
  return <ProblemAlert>{isError ? t("unreachable") : words}</ProblemAlert>;
}
