"use client";

import { useTranslations } from "next-intl";
import { useCommand } from "@/components/commands/use-command";
import { useProblemWords } from "@/components/forms/use-problem-words";
import { failureText } from "@/components/messages/failure-text";
import type { Environment } from "@/lib/environment";
import { checkPlayerStatusAction } from "@/lib/kyc/actions";
import { playerCache } from "@/lib/kyc/cache";

type Check = ReturnType<typeof useCheckPlayerStatus>;

/** The result of a status check, or nothing before one. */
export function useCheckResult({ value, refusal, failure, isPending }: Check): string | null {
  const t = useTranslations("players");
  const failures = useTranslations("failures");
  const problemWords = useProblemWords();
  if (isPending) return null;
  if (failure) return problemWords({ kind: failure === "not_sent" ? failure : "unreachable" });
  if (value) return t(value.found ? "askFound" : "askNotFound");
  if (!refusal || refusal.kind === "proof_needed") return null;
  return refusal.kind === "no_answer"
    ? t("askNoAnswer", { reason: failureText(failures, refusal.failure) })
    : problemWords(refusal);
}

export const useCheckPlayerStatus = (environment: Environment, onFound?: () => void) =>
  useCommand((player: { playerId: string }) => checkPlayerStatusAction(environment, player), {
    changes: playerCache.all(environment),
    onDone: ({ found }) => found && onFound?.(),
  });
