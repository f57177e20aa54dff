import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import type { SendFailure } from "@/components/forms/send-in-time";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import type { Problem, TooLate } from "@/lib/auth/problem";
import type { CannotDecide } from "@/lib/withdrawals/approval";
import type { AmountDiffers } from "@/lib/withdrawals/confirm-amount";

type Refused =
  | CannotDecide
  | AmountDiffers
  | { kind: "not_waiting" }
  | { kind: "altered" }
  | { kind: "not_your_request" }
  | Problem
  | TooLate;
type Props = { error: Refused | null; failed: SendFailure | null };

/** Why a decision was not taken, or nothing where nothing went wrong. */
export function ApprovalProblem(props: Props) {
  return <ProblemAlert>{useWords(props)}</ProblemAlert>;
}

function useWords({ error, failed }: Props): ReactNode {
  const t = useTranslations("withdrawals.approval.problems");
  const problemWords = useProblemWords();
  if (failed) return failed === "unknown" ? t("unreachable") : problemWords({ kind: failed });
  if (!error) return null;
  return isAtTheDoor(error) ? problemWords(error) : t(error.kind);
}
