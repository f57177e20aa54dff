"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import type { Tried } from "@/components/commands/use-command-problem";
import type { CannotDecideProposal } from "@/lib/auth/dual-control";
import type { Problem } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";
import type { CannotChange } from "@/lib/team/user-changes";

export type TeamRefusal = CannotChange | { kind: "another_proposal_is_open" } | CannotDecideProposal;

/** Who has to show first that it is them, or why everything stays as it is. */
export function TeamProblem({ change }: { change: Tried<TeamRefusal | ProofNeeded | Problem> }) {
  const t = useTranslations("team.problems");
  return <CommandProblem of={change} say={(kind) => t(kind)} />;
}
