"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SignedOut } from "@/components/feedback/signed-out";
import { isAtTheDoor } from "@/components/forms/early-refusal";
import type { SendFailure } from "@/components/forms/send-in-time";
import type { CannotDecideProposal } from "@/lib/auth/dual-control";
import type { Problem, TooLate } from "@/lib/auth/problem";
import type { ProofNeeded } from "@/lib/auth/step-up";

type CannotPropose = { kind: "another_proposal_is_open" };
type ProposalProblem = CannotDecideProposal | CannotPropose;
type Common = Problem | TooLate | ProofNeeded | ProposalProblem;

/** A command that was refused or whose outcome is unknown. */
export type Tried<Refusal> = { refusal: Refusal | null; failure: SendFailure | null; again: () => void };

/** The words of this command alone: for what every command can be refused for there are words already. */
export type Say<Refusal extends { kind: string }> = (
  kind: Exclude<Refusal["kind"], Common["kind"]> | "unreachable",
) => ReactNode;

export type CommandProblemProps<Refusal extends { kind: string }> = { of: Tried<Refusal>; say: Say<Refusal> };

/** Why a command was refused; null where nothing went wrong, or where a proof is asked for. */
export function useCommandProblem<Refusal extends { kind: string }>(props: CommandProblemProps<Refusal>): ReactNode {
  const { of, say } = props;
  const t = useTranslations("problems");
  const { refusal, failure } = of;
  if (failure === "not_sent") return t("not_sent");
  if (failure === "unknown") return say("unreachable");
  if (refusal === null || isProofNeeded(refusal)) return null;
  if (refusal.kind === "signed_out") return <SignedOut />;
  if (isAtTheDoor(refusal) || isOfProposal(refusal)) return t(refusal.kind);
  // The compiler does not see that `Exclude` holds for a generic kind.
  return say(refusal.kind as Parameters<typeof say>[0]);
}

export const isProofNeeded = (refusal: { kind: string } | null): refusal is ProofNeeded =>
  refusal?.kind === "proof_needed";

const OF_PROPOSALS: Record<ProposalProblem["kind"], true> = {
  another_proposal_is_open: true,
  not_open: true,
  lapsed: true,
  own_proposal: true,
  proposer_not_permitted: true,
};

const isOfProposal = (refusal: { kind: string }): refusal is ProposalProblem =>
  Object.hasOwn(OF_PROPOSALS, refusal.kind);
