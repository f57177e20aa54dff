"use client";

import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import type { WeakPassword } from "@/lib/auth/password-strength";
import type { Problem } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";
import { StepUpCard } from "./step-up-card";

export type SecurityRefusal =
  | { kind: "set_up_already" }
  | { kind: "wrong_code" }
  | { kind: "not_started" }
  | { kind: "no_factor" }
  | { kind: "not_a_passkey" }
  | { kind: "no_such_passkey" }
  | { kind: "wrong_password" }
  | { kind: "too_many_tries" }
  | { kind: "no_passwords" }
  | WeakPassword;

type Props = {
  change: {
    refusal: SecurityRefusal | ProofNeeded | Problem | null;
    isUnreachable: boolean;
    again: () => void;
  };
};

/** What stands between a person and the change: who they are, or what is wrong with it. */
export function SecuredProblem({ change: { refusal, isUnreachable, again } }: Props) {
  const t = useTranslations("security.problems");
  if (refusal?.kind === "proof_needed") return <StepUpCard needed={refusal} onProved={again} />;
  const words = isUnreachable ? t("unreachable") : refusal && t(refusal.kind);
  return (
    <div role="alert" className="empty:hidden">
      {words && <Alert tone="failed">{words}</Alert>}
    </div>
  );
}
