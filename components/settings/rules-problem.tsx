import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ProblemAlert } from "@/components/problem-alert";
import { isAtTheDoor, useProblemWords } from "@/components/use-problem-words";
import type { Problem } from "@/lib/auth/problem";

type Refused = { kind: "another proposal is open" } | { kind: "not open" } | { kind: "own proposal" } | Problem;
type Props = { error: Refused | null; isUnreachable: boolean };

/** Why the rules, or the proposal, stay as they are. */
export function RulesProblem(props: Props) {
  return <ProblemAlert>{useWords(props)}</ProblemAlert>;
}

function useWords({ error, isUnreachable }: Props): ReactNode {
  const t = useTranslations("rules.problems");
  const problemWords = useProblemWords();
  if (isUnreachable) return t("unreachable");
  if (!error) return null;
  return isAtTheDoor(error) ? problemWords(error) : t(error.kind);
}
