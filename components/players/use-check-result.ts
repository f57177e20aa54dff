"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useProblemWords } from "@/components/forms/use-problem-words";
import { failureText } from "@/components/messages/failure-text";
import type { Environment } from "@/lib/environment";
import { checkPlayerStatusAction } from "@/lib/kyc/actions";
import { playerCache } from "@/lib/kyc/cache";

/** The result of a status check, or nothing before one. */
export function useCheckResult({ data, isError, isPending }: ReturnType<typeof useCheckPlayerStatus>): string | null {
  const t = useTranslations("players");
  const failures = useTranslations("failures");
  const problemWords = useProblemWords();
  if (isPending) return null;
  if (isError) return t("askUnreachable");
  if (!data) return null;
  if (data.ok) return t(data.value.found ? "askFound" : "askNotFound");
  const { error } = data;
  return error.kind === "no_answer"
    ? t("askNoAnswer", { reason: failureText(failures, error.failure) })
    : problemWords(error);
}

export function useCheckPlayerStatus(environment: Environment) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (player: { playerId: string }) => checkPlayerStatusAction(environment, player),
    onSettled: () => client.invalidateQueries({ queryKey: playerCache.all(environment) }),
  });
}
