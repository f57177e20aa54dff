"use client";

import { useTranslations } from "next-intl";
import { Alert } from "@/components/ui/alert";
import type { WeakPassword } from "@/lib/auth/password-strength";
import type { Problem } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";
import { ProofCard } from "./proof-card";

export type SecurityRefusal =
  | { kind: "set up already" }
  | { kind: "wrong code" }
  | { kind: "not started" }
  | { kind: "no factor" }
  | { kind: "not a passkey" }
  | { kind: "no such passkey" }
  | { kind: "wrong password" }
  | { kind: "too many tries" }
  | { kind: "no passwords" }
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
  if (refusal?.kind === "proof needed") return <ProofCard needed={refusal} onProved={again} />;
  const words = isUnreachable ? t("unreachable") : refusal && t(refusal.kind);
  return (
    <div role="alert" className="empty:hidden">
      {words && <Alert tone="failed">{words}</Alert>}
    </div>
  );
}
