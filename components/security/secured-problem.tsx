"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import type { Tried } from "@/components/commands/use-command-problem";
import type { WeakPassword } from "@/lib/auth/password-strength";
import type { Problem } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";

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

/** What stands between a person and the change: who they are, or what is wrong with it. */
export function SecuredProblem({ change }: { change: Tried<SecurityRefusal | ProofNeeded | Problem> }) {
  const t = useTranslations("security.problems");
  return <CommandProblem of={change} say={(kind) => t(kind)} />;
}
