"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import type { Environment } from "@/lib/environment";
import { cancelReconciliationAction } from "@/lib/reconciliation/actions";
import { reconciliationCache } from "@/lib/reconciliation/cache";
import type { RunView } from "@/lib/reconciliation/schema";

type Props = { environment: Environment; run: RunView; mayChange: boolean };

/** How far a run has come. Nothing of its result is shown before it is whole. */
export function RunProgress({ environment, run, mayChange }: Props) {
  const t = useTranslations("reconciliation.run");
  const { state, rows, bytes, bytesRead, runId } = run;
  const cancel = useCommand(() => cancelReconciliationAction(environment, { runId }), {
    changes: reconciliationCache.all(environment),
  });
  const isImporting = state === "importing";
  return (
    <Card className="grid gap-3 p-4">
      <Progress aria-label={t("progress")} {...(isImporting && { max: bytes, value: bytesRead })} />
      <p role="status" className="figures">
        {t(isImporting ? "importing" : "matching", { rows: rows.toLocaleString("en") })}
      </p>
      <p className="text-sm text-muted-foreground">{t("leave")}</p>
      {mayChange && (
        <Button className="justify-self-start" disabled={cancel.isLeaving} onClick={() => cancel.send(undefined)}>
          {t("cancel")}
        </Button>
      )}
      <CommandProblem of={cancel} say={(kind) => t(`problems.${kind}`)} />
    </Card>
  );
}
