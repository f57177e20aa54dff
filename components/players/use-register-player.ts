"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Environment } from "@/lib/environment";
import { registerPlayerAction } from "@/lib/kyc/actions";
import { playerCache } from "@/lib/kyc/cache";
import type { RegistrationForm, RegistrationInput } from "@/lib/kyc/schema";
import { err, ok, type Result } from "@/lib/result";

/** Validates the form first, so that its errors need no request. */
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

/** Reads the form as the server will; the rules come when they are first needed. The server decides. */
async function checkRegistration(form: RegistrationForm): Promise<Result<RegistrationInput, Record<string, string>>> {
  const [{ registrationInput }, { fieldProblems }] = await Promise.all([
    import("@/lib/kyc/schema"),
    import("@/lib/fields"),
  ]);
  const read = registrationInput.safeParse(form);
  return read.success ? ok(read.data) : err(fieldProblems(read.error));
}
