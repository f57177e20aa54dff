"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { Environment } from "@/lib/environment";
import { decideRulesAction } from "@/lib/withdrawals/actions";

export function useDecideRules(environment: Environment) {
  const router = useRouter();
  return useMutation({
    mutationFn: (decision: { proposalId: string; apply: boolean }) => decideRulesAction(environment, decision),
    onSettled: () => router.refresh(),
  });
}
