import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ProblemAlert } from "@/components/problem-alert";
import { isAtTheDoor, useProblemWords } from "@/components/use-problem-words";
import type { Problem } from "@/lib/auth/problem";
import type { CannotDecide } from "@/lib/withdrawals/approval";
import type { AmountDiffers } from "@/lib/withdrawals/retyped";

type Refused = CannotDecide | AmountDiffers | { kind: "not waiting" } | { kind: "not your request" } | Problem;
type Props = { error: Refused | null; isUnreachable: boolean };

/** Why a decision was not taken, or nothing where nothing went wrong. */
export function ApprovalProblem(props: Props) {
  return <ProblemAlert>{useWords(props)}</ProblemAlert>;
}

function useWords({ error, isUnreachable }: Props): ReactNode {
  const t = useTranslations("withdrawals.approval.problems");
  const problemWords = useProblemWords();
  if (isUnreachable) return t("unreachable");
  if (!error) return null;
  return isAtTheDoor(error) ? problemWords(error) : t(error.kind);
}
