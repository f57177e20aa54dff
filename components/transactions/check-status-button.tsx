import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCommand } from "@/components/commands/use-command";
import { useCommandProblem } from "@/components/commands/use-command-problem";
import { failureText } from "@/components/messages/failure-text";
import { Button } from "@/components/ui/button";
import type { Environment } from "@/lib/environment";
import { checkOrderStatusAction } from "@/lib/transactions/actions";
import { transactionCache } from "@/lib/transactions/cache";
import type { TransactionView } from "@/lib/transactions/schema";

type Props = { environment: Environment; order: Pick<TransactionView, "referenceId" | "lastAnsweredAt" | "status"> };

/** Asks the service about the order, and says what came of it, until the next answer says otherwise. */
export function CheckStatusButton({ environment, order }: Props) {
  const { referenceId, lastAnsweredAt, status } = order;
  const t = useTranslations("orders");
  const failures = useTranslations("failures");
  const ask = useCommand((order: { referenceId: string }) => checkOrderStatusAction(environment, order), {
    changes: transactionCache.all(environment),
    counts: transactionCache.allTotals(environment),
  });
  const { value, refusal, failure, isPending } = ask;
  const reason = refusal?.kind === "no_answer" ? failureText(failures, refusal.failure) : "";
  const problem = useCommandProblem({ of: ask, say: (kind) => t(`askProblems.${kind}`, { reason }) });
  // The order has been read again when what came of it is known.
  const known = `${lastAnsweredAt} ${status}`;
  const said = value ?? refusal ?? failure;
  const [shown, setShown] = useState({ said, known });
  if (shown.said !== said) setShown({ said, known });
  const isCurrent = shown.said !== said || shown.known === known;
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <p role="status" className="text-sm text-muted-foreground empty:-mr-2">
        {isCurrent && (value ? t(value.found ? "askFound" : "askNotFound") : problem)}
      </p>
      <Button disabled={isPending} onClick={() => ask.send({ referenceId })}>
        <RefreshCw aria-hidden />
        {isPending ? t("asking") : t("ask")}
      </Button>
    </div>
  );
}
