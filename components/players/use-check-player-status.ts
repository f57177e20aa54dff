"use client";

import { useTranslations } from "next-intl";
import { useCommand } from "@/components/commands/use-command";
import { useCommandProblem } from "@/components/commands/use-command-problem";
import { failureText } from "@/components/messages/failure-text";
import type { Environment } from "@/lib/environment";
import { checkPlayerStatusAction } from "@/lib/kyc/actions";
import { playerCache } from "@/lib/kyc/cache";

/** A status check, with what came of it in words. */
export function useCheckPlayerStatus(environment: Environment, onFound?: (playerId: string) => void) {
  const t = useTranslations("players");
  const failures = useTranslations("failures");
  const ask = useCommand((player: { playerId: string }) => checkPlayerStatusAction(environment, player), {
    changes: playerCache.all(environment),
    onDone: ({ playerId, found }) => found && onFound?.(playerId),
  });
  const { value, refusal, isPending, send } = ask;
  const reason = refusal?.kind === "no_answer" ? failureText(failures, refusal.failure) : "";
  const say = (kind: "no_answer" | "unreachable") =>
    t(kind === "no_answer" ? "askNoAnswer" : "askUnreachable", { reason });
  const problem = useCommandProblem({ of: ask, say });
  return { isPending, check: send, said: value ? t(value.found ? "askFound" : "askNotFound") : problem };
}
