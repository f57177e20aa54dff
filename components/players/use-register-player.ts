"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { registerPlayerAction } from "@/lib/kyc/actions";
import { playerCache } from "@/lib/kyc/cache";
import type { RegistrationForm } from "@/lib/kyc/schema";
import { err } from "@/lib/result";
import { checkRegistration } from "./check-registration";

/** Reads the form first, so that what can be said at once needs no answer of the server's. */
export function useRegisterPlayer(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (form: RegistrationForm) => {
      const read = await checkRegistration(form);
      return read.ok
        ? registerPlayerAction(environment, read.value)
        : err({ kind: "invalid" as const, fields: read.error });
    },
    onSettled: () => client.invalidateQueries({ queryKey: playerCache.all(environment) }),
  });
}
