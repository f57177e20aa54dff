import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SignedOut } from "@/components/feedback/signed-out";
import { isAsSent } from "@/components/forms/still-wrong";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import { failureText } from "@/components/messages/failure-text";
import { PlayerLink } from "@/components/orders/player-link";
import { Alert } from "@/components/ui/alert";
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
export function RegistrationProblem(props: Props) {
  const words = useRegistrationProblem(props);
  return <div role="alert">{words && <Alert tone="failed">{words}</Alert>}</div>;
}

function useRegistrationProblem({ environment, typed, register, onStartNew }: Props): ReactNode {
  const t = useTranslations();
  const failures = useTranslations("failures");
  const problemWords = useProblemWords();
  const { data, isError, variables } = register;
  if (isError) return t("players.form.unreachable");
  if (!data || data.ok) return null;
  const { error } = data;
  if (isAtTheDoor(error)) {
    if (error.kind === "invalid") return null;
    return error.kind === "signed_out" ? <SignedOut /> : problemWords(error);
  }
  switch (error.kind) {
    case "registered_already":
    case "no_answer":
      // It is about what was sent, not about another player or name that is typed since.
      if (!variables || !isAsSent(variables, typed)) return null;
      return (
        <>
          {error.kind === "registered_already"
            ? t("players.form.already")
            : t("players.form.noAnswer", { reason: failureText(failures, error.failure) })}{" "}
          <PlayerLink environment={environment} playerId={variables.playerId.trim()} />
        </>
      );
    case "other_name":
      // The name may be corrected still, or converted as its field is left.
      return variables?.playerId === typed.playerId ? t("players.form.otherName") : null;
    case "form_used":
      return (
        <>
          {t("players.form.formUsed")} <PlayerLink environment={environment} playerId={error.playerId} />
          <span className="mt-2 block">
            <Button size="small" onClick={onStartNew}>
              {t("players.form.startNew")}
            </Button>
          </span>
        </>
      );
  }
}
