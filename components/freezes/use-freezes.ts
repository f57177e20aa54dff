"use client";

import { useCommand } from "@/components/commands/use-command";
import type { ProposalDecision } from "@/lib/auth/proposal";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";
import { decideResumeAction, freezePayoutsAction, proposeResumeAction } from "@/lib/freezes/actions";
import type { FreezeInput } from "@/lib/freezes/schema";

/** Freezing payouts, proposing to resume them, and deciding about the proposal. */
export function useFreezes(
  environment: Environment,
  { onFrozen, typed }: { onFrozen?: (sent: FreezeInput) => void; typed?: FreezeInput } = {},
) {
  const changed = { changes: dashboardCache.counts(environment).queryKey, refreshes: true };
  return {
    freeze: useCommand((freeze: FreezeInput) => freezePayoutsAction(environment, freeze), {
      ...changed,
      onDone: (_frozen, sent) => onFrozen?.(sent),
      ...(typed && { typed }),
    }),
    propose: useCommand((freezeId: string) => proposeResumeAction(environment, { freezeId }), changed),
    decide: useCommand((decision: ProposalDecision) => decideResumeAction(environment, decision), changed),
  };
}
