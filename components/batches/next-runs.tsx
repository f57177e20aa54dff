"use client";

import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { payAgainAction, retryFailedAction } from "@/lib/batches/actions";
import { batchCache } from "@/lib/batches/cache";
import type { BatchView, PayAgainInput } from "@/lib/batches/schema";
import { isDeclined, isOver } from "@/lib/batches/state";
import type { Environment } from "@/lib/environment";
import { RowReason } from "./draft/row-forms";

type Props = { environment: Environment; batch: BatchView; mayRequest: boolean };

/** What can follow a batch that is over: its failed rows once more, or the whole list. Both are drafts first. */
export function NextRuns({ environment, batch: { batchId, state, isRetry, retryable }, mayRequest }: Props) {
  const t = useTranslations("batches.next");
  const router = useRouter();
  const [isAsked, setAsked] = useState(false);
  const options = {
    changes: batchCache.all(environment),
    onDone: (made: { batchId: string }) => router.push(`/${environment}/batches/${made.batchId}`),
  };
  const retry = useCommand(() => retryFailedAction(environment, { batchId }), options);
  const again = useCommand((input: PayAgainInput) => payAgainAction(environment, input), options);
  if (!isOver(state) || !mayRequest) return null;
  // Paid again, its rows would be in no order's place, and the earlier run would go on offering them.
  if (isRetry && isDeclined(state)) {
    return (
      <TitledCard title={t("title")}>
        <p className="px-4 py-3.5 text-sm text-muted-foreground">{t("declinedRetry")}</p>
      </TitledCard>
    );
  }
  return (
    <TitledCard title={t("title")}>
      <div className="grid gap-3 px-4 py-3.5 text-sm">
        {retryable > 0 && (
          <>
            <p className="text-muted-foreground">{t("retryText")}</p>
            <Button className="justify-self-start" disabled={retry.isLeaving} onClick={() => retry.send(undefined)}>
              {t("retry", { count: retryable })}
            </Button>
            <CommandProblem of={retry} say={(kind) => t(`problems.${kind}`)} />
          </>
        )}
        <p className="text-muted-foreground">{t("againText")}</p>
        <Button
          className="justify-self-start"
          aria-expanded={isAsked}
          disabled={again.isLeaving}
          onClick={() => setAsked(!isAsked)}
        >
          {t("again")}
        </Button>
        {isAsked && (
          <div className="-mx-4">
            <RowReason
              name="again"
              label={t("reason")}
              submit={t("submit")}
              isSaving={again.isLeaving}
              onSubmit={(reason) => again.send({ batchId, reason })}
              onClose={() => setAsked(false)}
            />
          </div>
        )}
        <CommandProblem of={again} say={(kind) => t(`problems.${kind}`)} />
      </div>
    </TitledCard>
  );
}
