"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import type { Environment } from "@/lib/environment";
import { proposeRulesAction } from "@/lib/withdrawals/actions";

/** As `proposeRulesAction` takes them: the server reads every row. */
export type TypedRules = Parameters<typeof proposeRulesAction>[1]["rules"];

export function useProposeRules(environment: Environment) {
  const router = useRouter();
  return useMutation({
    mutationFn: (rules: TypedRules) => proposeRulesAction(environment, { rules }),
    onSettled: () => router.refresh(),
  });
}
