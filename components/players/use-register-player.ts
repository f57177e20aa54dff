"use client";

import { useCommand } from "@/components/commands/use-command";
import { checkForm } from "@/components/forms/check-form";
import type { Environment } from "@/lib/environment";
import { registerPlayerAction } from "@/lib/kyc/actions";
import { playerCache } from "@/lib/kyc/cache";
import type { RegistrationForm } from "@/lib/kyc/schema";
import { err } from "@/lib/result";
import type { Typed } from "./registration-fields";

const rules = () => import("@/lib/kyc/schema").then(({ registrationInput }) => registrationInput);

/** Validates the form first, so that its errors need no request. */
export function useRegisterPlayer(
  environment: Environment,
  typed: Typed,
  onDone: (made: { playerId: string }) => void,
) {
  return useCommand(
    async (form: RegistrationForm) => {
      const read = await checkForm(rules(), form);
      return read.ok
        ? registerPlayerAction(environment, read.value)
        : err({ kind: "invalid" as const, fields: read.error });
    },
    { typed, onDone, changes: playerCache.all(environment) },
  );
}
