"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Button } from "@/components/ui/button";
import { discardBatchAction } from "@/lib/batches/actions";
import { batchCache } from "@/lib/batches/cache";
import type { Environment } from "@/lib/environment";

/** Ends a draft with a second press. */
export function DiscardDraft({ environment, batchId }: { environment: Environment; batchId: string }) {
  const t = useTranslations("batches.discard");
  const [isAsked, setAsked] = useState(false);
  const discard = useCommand(() => discardBatchAction(environment, { batchId }), {
    changes: batchCache.all(environment),
  });
  return (
    <div className="grid gap-2 sm:justify-items-end">
      <span className="flex gap-2">
        {isAsked ? (
          <>
            <Button onClick={() => setAsked(false)}>{t("keep")}</Button>
            <Button variant="destructive" disabled={discard.isLeaving} onClick={() => discard.send(undefined)}>
              {t("confirm")}
            </Button>
          </>
        ) : (
          <Button variant="destructive" onClick={() => setAsked(true)}>
            {t("open")}
          </Button>
        )}
      </span>
      <CommandProblem of={discard} say={(kind) => t(`problems.${kind}`)} />
    </div>
  );
}
