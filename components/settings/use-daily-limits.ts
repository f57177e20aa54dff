"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { Environment } from "@/lib/environment";
import { decideLimitsAction, proposeLimitsAction } from "@/lib/limits/actions";

/** As `proposeLimitsAction` takes them: the server reads every amount. */
export type TypedLimits = Parameters<typeof proposeLimitsAction>[1]["limits"];

export function useProposeLimits(environment: Environment) {
  const router = useRouter();
  return useMutation({
    mutationFn: (limits: TypedLimits) => proposeLimitsAction(environment, { limits }),
    onSettled: () => router.refresh(),
  });
}

export function useDecideLimits(environment: Environment) {
  const router = useRouter();
  return useMutation({
    mutationFn: (decision: { proposalId: string; apply: boolean }) => decideLimitsAction(environment, decision),
    onSettled: () => router.refresh(),
  });
}
