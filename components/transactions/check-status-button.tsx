import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useCommand } from "@/components/commands/use-command";
import { useCommandProblem } from "@/components/commands/use-command-problem";
import { failureText } from "@/components/messages/failure-text";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { checkOrderStatusAction } from "@/lib/transactions/actions";
import { transactionCache } from "@/lib/transactions/cache";

/** Asks the service about the order, and says what came of it. */
export function CheckStatusButton({ environment, referenceId }: { environment: Environment; referenceId: string }) {
  const t = useTranslations("orders");
  const failures = useTranslations("failures");
  const ask = useCommand((order: { referenceId: string }) => checkOrderStatusAction(environment, order), {
    changes: transactionCache.all(environment),
  });
  const { value, refusal, isPending } = ask;
  const reason = refusal?.kind === "no_answer" ? failureText(failures, refusal.failure) : "";
  const problem = useCommandProblem({ of: ask, say: (kind) => t(`askProblems.${kind}`, { reason }) });
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p role="status" className="text-sm text-muted-foreground empty:-mr-2">
        {value ? t(value.found ? "askFound" : "askNotFound") : problem}
      </p>
      <Button disabled={isPending} onClick={() => ask.send({ referenceId })}>
        <RefreshCw aria-hidden />
        {isPending ? t("asking") : t("ask")}
      </Button>
    </div>
  );
}
