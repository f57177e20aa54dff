import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { useProblemWords } from "@/components/use-problem-words";
import type { Problem } from "@/lib/auth/problem";

type Refused = { kind: "another proposal is open" } | { kind: "not open" } | { kind: "own proposal" } | Problem;
type Props = { error: Refused | null; isUnreachable: boolean };

/** Why the rules, or the proposal, stay as they are. */
export function RulesProblem(props: Props) {
  const words = useWords(props);
  return (
    <div role="alert" className="empty:hidden">
      {words && <Alert tone="failed">{words}</Alert>}
    </div>
  );
}

function useWords({ error, isUnreachable }: Props): ReactNode {
  const t = useTranslations("rules.problems");
  const problemWords = useProblemWords();
  if (isUnreachable) return t("unreachable");
  if (!error) return null;
  switch (error.kind) {
    case "another proposal is open":
    case "not open":
    case "own proposal":
      return t(error.kind);
    case "foreign origin":
    case "signed out":
    case "forbidden":
    case "no such environment":
    case "invalid":
      return problemWords(error);
  }
}
