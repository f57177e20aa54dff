import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCommand } from "@/components/commands/use-command";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import { failureText } from "@/components/messages/failure-text";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { checkOrderStatusAction } from "@/lib/transactions/actions";
import { transactionCache } from "@/lib/transactions/cache";

/** Asks the service about the order, and says what came of it. */
export function CheckStatusButton({ environment, referenceId }: { environment: Environment; referenceId: string }) {
  const t = useTranslations("orders");
  const ask = useCheckStatus(environment);
  const said = useAskWords(ask);
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p role="status" className="text-sm text-muted-foreground empty:-mr-2">
        {said}
      </p>
      <Button disabled={ask.isPending} onClick={() => ask.send({ referenceId })}>
        <RefreshCw aria-hidden />
        {ask.isPending ? t("asking") : t("ask")}
      </Button>
    </div>
  );
}

const useCheckStatus = (environment: Environment) =>
  useCommand((order: { referenceId: string }) => checkOrderStatusAction(environment, order), {
    changes: transactionCache.all(environment),
  });

/** The result of a status check, or nothing before one. */
function useAskWords({ value, refusal, failure, isPending }: ReturnType<typeof useCheckStatus>): string | null {
  const t = useTranslations("orders");
  const failures = useTranslations("failures");
  const problemWords = useProblemWords();
  if (isPending) return null;
  if (failure) return failure === "not_sent" ? problemWords({ kind: failure }) : t("askProblems.unreachable");
  if (value) return t(value.found ? "askFound" : "askNotFound");
  if (!refusal || refusal.kind === "proof_needed") return null;
  if (isAtTheDoor(refusal)) return problemWords(refusal);
  switch (refusal.kind) {
    case "not_held":
    case "not_sent_yet":
      return t(`askProblems.${refusal.kind}`);
    case "no_answer":
      return t("askProblems.no_answer", { reason: failureText(failures, refusal.failure) });
  }
}
