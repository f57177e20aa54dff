import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { sendFailureOf } from "@/components/forms/send-in-time";
import { useProblemWords } from "@/components/forms/use-problem-words";
import { OrderLink } from "@/components/orders/order-link";
import { StepUpCard } from "@/components/security/step-up-card";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import type { useRequestWithdrawal } from "./use-request-withdrawal";

type Props = { environment: Environment; request: ReturnType<typeof useRequestWithdrawal>; onStartNew: () => void };

/** Why it was not made, whether anything was sent, and what to do now; or the proof that it waits for. */
export function RequestProblem({ onProved, ...props }: Props & { onProved: () => void }) {
  const { data } = props.request;
  if (data?.ok === false && data.error.kind === "proof_needed") {
    return <StepUpCard needed={data.error} onProved={onProved} />;
  }
  return <Refusal {...props} />;
}

function Refusal(props: Props) {
  const words = useRequestProblem(props);
  return <ProblemAlert>{words}</ProblemAlert>;
}

function useRequestProblem({ environment, request: { data, error: failure, reset }, onStartNew }: Props): ReactNode {
  const t = useTranslations();
  const problemWords = useProblemWords();
  const failed = sendFailureOf(failure);
  if (failed) return problemWords({ kind: failed === "unknown" ? "unreachable" : failed });
  if (!data || data.ok) return null;
  const { error } = data;
  switch (error.kind) {
    case "form_used":
      return (
        <>
          {t("problems.form_used")} {t("problems.openFirst")}:{" "}
          <OrderLink environment={environment} referenceId={error.referenceId} />
          <span className="mt-2 block">
            <Button
              size="small"
              onClick={() => {
                // Under another form id; what was typed stays.
                onStartNew();
                reset();
              }}
            >
              {t("problems.startNew")}
            </Button>
          </span>
        </>
      );
    case "replaced":
      return (
        <>
          {t("problems.replaced")} <OrderLink environment={environment} referenceId={error.referenceId} />
        </>
      );
    case "proof_needed":
      return null;
    case "cannot_correct":
      return t("problems.cannot_correct");
    case "turned_up":
    case "not_checked":
      return t(`problems.${error.kind}`);
    case "amount_differs":
    case "exceeds_balance":
      return t(`problems.${error.kind}`);
    case "signed_out":
      return (
        <>
          {problemWords(error)}{" "}
          <Link href="/sign-in" target="_blank" className="font-semibold underline">
            {t("common.signInAgain")}
          </Link>
        </>
      );
    case "foreign_origin":
    case "forbidden":
    case "no_such_environment":
    case "too_late":
    case "invalid":
      return problemWords(error);
  }
}
