"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";
import { decideResumeAction, freezePayoutsAction, proposeResumeAction } from "@/lib/freezes/actions";
import type { FreezeInput } from "@/lib/freezes/schema";

/** Freezing payouts, proposing to resume them, and deciding about the proposal. */
export function useFreezes(environment: Environment) {
  const client = useQueryClient();
  const router = useRouter();
  const onSettled = () => {
    router.refresh();
    return client.invalidateQueries({ queryKey: dashboardCache.counts(environment).queryKey });
  };
  return {
    freeze: useMutation({
      mutationFn: (freeze: FreezeInput) => freezePayoutsAction(environment, freeze),
      onSettled,
    }),
    propose: useMutation({
      mutationFn: (proposal: { freezeId: string }) => proposeResumeAction(environment, proposal),
      onSettled,
    }),
    decide: useMutation({
      mutationFn: (decision: { proposalId: string; apply: boolean }) => decideResumeAction(environment, decision),
      onSettled,
    }),
  };
}
