"use client";

import { useTranslations } from "next-intl";
import { failureWords } from "@/components/failure-words";
import { useProblemWords } from "@/components/use-problem-words";
import type { useAskAboutPlayer } from "./use-ask-about-player";

/** The result of a status check, or nothing before one. */
export function useAskWords({ data, isError, isPending }: ReturnType<typeof useAskAboutPlayer>): string | null {
  const t = useTranslations("players");
  const failures = useTranslations("failures");
  const problemWords = useProblemWords();
  if (isPending) return null;
  if (isError) return problemWords({ kind: "unreachable" });
  if (!data) return null;
  if (data.ok) return t(data.value.found ? "askFound" : "askNotFound");
  const { error } = data;
  return error.kind === "no_answer"
    ? t("askNoAnswer", { reason: failureWords(failures, error.failure) })
    : problemWords(error);
}
