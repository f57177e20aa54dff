import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { sendFailureOf } from "@/components/forms/send-in-time";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import { OrderLink } from "@/components/orders/order-link";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import type { useRequestDeposit } from "./use-request-deposit";

type Props = { environment: Environment; request: ReturnType<typeof useRequestDeposit>; onStartNew: () => void };

/** Why it was not made, whether anything was sent, and what to do now. */
export function DepositProblem(props: Props) {
  return <ProblemAlert>{useDepositProblem(props)}</ProblemAlert>;
}

function useDepositProblem({ environment, request: { data, error: failure, reset }, onStartNew }: Props): ReactNode {
  const t = useTranslations("deposits.problems");
  const common = useTranslations("common");
  const problemWords = useProblemWords();
  const failed = sendFailureOf(failure);
  if (failed) return failed === "unknown" ? t("unreachable") : problemWords({ kind: failed });
  if (!data || data.ok) return null;
  const { error } = data;
  if (isAtTheDoor(error)) {
    return (
      <>
        {problemWords(error)}{" "}
        {error.kind === "signed_out" && (
          <Link href="/sign-in" target="_blank" className="font-semibold underline">
            {common("signInAgain")}
          </Link>
        )}
      </>
    );
  }
  switch (error.kind) {
    case "form_used":
      return (
        <>
          {t("form_used")} {t("openFirst")}: <OrderLink environment={environment} referenceId={error.referenceId} />
          <span className="mt-2 block">
            <Button
              size="small"
              onClick={() => {
                // Under another form id; what was typed stays.
                onStartNew();
                reset();
              }}
            >
              {t("startNew")}
            </Button>
          </span>
        </>
      );
    case "replaced":
      return (
        <>
          {t("replaced")} <OrderLink environment={environment} referenceId={error.referenceId} />
        </>
      );
    case "cannot_correct":
      return t("cannot_correct");
    case "turned_up":
    case "not_checked":
      return t(error.kind);
  }
}
