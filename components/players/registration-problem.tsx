import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useCommandProblem } from "@/components/commands/use-command-problem";
import { ProblemAlert } from "@/components/feedback/problem-alert";
import { focusFirstProblem } from "@/components/forms/focus-first-problem";
import { isAsSent } from "@/components/forms/still-wrong";
import { failureText } from "@/components/messages/failure-text";
import { PlayerLink } from "@/components/orders/player-link";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import type { Typed } from "./registration-fields";
import type { useRegisterPlayer } from "./use-register-player";

type Props = {
  environment: Environment;
  typed: Typed;
  register: ReturnType<typeof useRegisterPlayer>;
  /** Takes another form ID. What was typed stays. */
  onStartNew: () => void;
};

/** Why nothing was sent, and what to do now. */
export function RegistrationProblem({ environment, typed, register, onStartNew }: Props) {
  const t = useTranslations("players.form");
  const problems = useTranslations("problems");
  const failures = useTranslations("failures");
  const place = useRef<HTMLDivElement>(null);
  const { refusal, input } = register;
  useEffect(() => {
    if (refusal?.kind === "invalid") focusFirstProblem(place.current);
  }, [refusal]);

  function say() {
    switch (refusal?.kind) {
      case "registered_already":
      case "no_answer":
        // It is about what was sent, not about another player or name that is typed since.
        if (!input || !isAsSent(input, typed)) return null;
        return (
          <>
            {refusal.kind === "registered_already"
              ? t("already")
              : t("noAnswer", { reason: failureText(failures, refusal.failure) })}{" "}
            <PlayerLink environment={environment} playerId={input.playerId.trim()} />
          </>
        );
      case "other_name":
        // The name may be corrected still, or converted as its field is left.
        return input?.playerId === typed.playerId ? t("otherName") : null;
      case "form_used":
        return (
          <>
            {t("formUsed")} <PlayerLink environment={environment} playerId={refusal.playerId} />
            <span className="mt-2 block">
              <Button size="small" onClick={onStartNew}>
                {problems("startNew")}
              </Button>
            </span>
          </>
        );
      default:
        return t("unreachable");
    }
  }
  const words = useCommandProblem({ of: register, say });
  return <ProblemAlert ref={place}>{words}</ProblemAlert>;
}
