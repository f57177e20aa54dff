"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { attestNonCreationAction } from "@/lib/transactions/actions";
import { transactionCache } from "@/lib/transactions/cache";
import type { AttestationInput } from "@/lib/transactions/schema";

export function useAttestNonCreation(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (attestation: AttestationInput) => attestNonCreationAction(environment, attestation),
    onSettled: () => client.invalidateQueries({ queryKey: transactionCache.all(environment) }),
  });
}
