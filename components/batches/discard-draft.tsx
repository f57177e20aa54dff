"use client";

import { useTranslations } from "next-intl";
import { Fragment } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { useSecondPress } from "@/components/commands/use-second-press";
import { Button } from "@/components/ui/button";
import { discardBatchAction } from "@/lib/batches/actions";
import { batchCache } from "@/lib/batches/cache";
import type { Environment } from "@/lib/environment";

/** Ends a draft with a second press. */
export function DiscardDraft({ environment, batchId }: { environment: Environment; batchId: string }) {
  const t = useTranslations("batches.discard");
  const { isAsked, isKept, ask, keep } = useSecondPress();
  const discard = useCommand(() => discardBatchAction(environment, { batchId }), {
    changes: batchCache.all(environment),
  });
  return (
    <div className="grid gap-2 sm:justify-items-end">
      <span className="flex gap-2">
        {/* Of their own keys: a button that became another one would keep the focus. */}
        {isAsked ? (
          <Fragment key="asked">
            <Button autoFocus onClick={keep}>
              {t("keep")}
            </Button>
            <Button variant="destructive" disabled={discard.isLeaving} onClick={() => discard.send(undefined)}>
              {t("confirm")}
            </Button>
          </Fragment>
        ) : (
          <Button key="usual" variant="destructive" autoFocus={isKept} onClick={ask}>
            {t("open")}
          </Button>
        )}
      </span>
      <CommandProblem of={discard} say={(kind) => t(`problems.${kind}`)} />
    </div>
  );
}
