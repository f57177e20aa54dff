import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { useProblemWords } from "@/components/use-problem-words";
import type { Problem } from "@/lib/auth/problem";
import type { CannotDecide } from "@/lib/withdrawals/approval";
import type { AmountDiffers } from "@/lib/withdrawals/retyped";

type Refused = CannotDecide | AmountDiffers | { kind: "not waiting" } | { kind: "not your request" } | Problem;
type Props = { error: Refused | null; isUnreachable: boolean };

/** Why a decision was not taken, or nothing where nothing went wrong. */
export function ApprovalProblem(props: Props) {
  const words = useWords(props);
  return (
    <div role="alert" className="empty:hidden">
      {words && <Alert tone="failed">{words}</Alert>}
    </div>
  );
}

function useWords({ error, isUnreachable }: Props): ReactNode {
  const t = useTranslations("withdrawals.approval.problems");
  const problemWords = useProblemWords();
  if (isUnreachable) return t("unreachable");
  if (!error) return null;
  switch (error.kind) {
    case "own request":
    case "decided before":
    case "expired":
    case "other terms":
    case "not waiting":
    case "not your request":
    case "amount differs":
      return t(error.kind);
    case "foreign origin":
    case "signed out":
    case "forbidden":
    case "no such environment":
    case "invalid":
      return problemWords(error);
  }
}
