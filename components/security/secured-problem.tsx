"use client";

import { type Messages, useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import type { Tried } from "@/components/commands/use-command-problem";
import type { Problem } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";

/** One that there are words for. */
type SecurityRefusal = { kind: Exclude<keyof Messages["security"]["problems"], "unreachable"> };

type Props = {
  change: Tried<SecurityRefusal | ProofNeeded | Problem>;
  /** What to do where there was no answer, if it is not to reload the page. */
  unreachable?: string;
};

/** What stands between a person and the change: who they are, or what is wrong with it. */
export function SecuredProblem({ change, unreachable }: Props) {
  const t = useTranslations("security.problems");
  return <CommandProblem of={change} say={(kind) => (kind === "unreachable" && unreachable) || t(kind)} />;
}
