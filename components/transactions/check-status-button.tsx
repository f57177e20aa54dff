import { useTranslations } from "next-intl";
import { isAtTheDoor, useProblemWords } from "@/components/forms/use-problem-words";
import { failureText } from "@/components/messages/failure-text";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { useCheckStatus } from "./use-check-status";

export function CheckStatusButton({ environment, referenceId }: { environment: Environment; referenceId: string }) {
  const t = useTranslations("orders");
  const ask = useCheckStatus(environment);
  const said = useAskWords(ask);
  return (
    <div className="ml-auto flex flex-wrap items-center justify-end gap-2.5">
      <p role="status" className="text-[13px] text-muted-foreground">
        {said}
      </p>
      <Button focusableWhenDisabled disabled={ask.isPending} onClick={() => ask.mutate({ referenceId })}>
        {ask.isPending ? t("asking") : t("ask")}
      </Button>
    </div>
  );
}

/** The result of a status check, or nothing before one. */
function useAskWords({ data, isError, isPending }: ReturnType<typeof useCheckStatus>): string | null {
  const t = useTranslations("orders");
  const failures = useTranslations("failures");
  const problemWords = useProblemWords();
  if (isPending) return null;
  if (isError) return problemWords({ kind: "unreachable" });
  if (!data) return null;
  if (data.ok) return data.value.found ? t("askFound") : t("askNotFound");
  const { error } = data;
  if (isAtTheDoor(error)) return problemWords(error);
  switch (error.kind) {
    case "not_held":
    case "not_sent_yet":
      return t(`askProblems.${error.kind}`);
    case "no_answer":
      return t("askProblems.no_answer", { reason: failureText(failures, error.failure) });
  }
}
