"use client";

import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { ConfirmedButton } from "@/components/commands/confirmed-button";
import { useCommand } from "@/components/commands/use-command";
import { discardBatchAction } from "@/lib/batches/actions";
import { batchCache } from "@/lib/batches/cache";
import type { Environment } from "@/lib/environment";

/** Ends a draft with a second press. */
export function DiscardDraft({ environment, batchId }: { environment: Environment; batchId: string }) {
  const t = useTranslations("batches.discard");
  const discard = useCommand(() => discardBatchAction(environment, { batchId }), {
    changes: batchCache.all(environment),
  });
  return (
    <div className="grid gap-2 sm:justify-items-end">
      <span className="flex gap-2">
        <ConfirmedButton
          size="default"
          variant="destructive"
          usual={{ text: t("open"), label: t("open") }}
          sure={{ text: t("confirm"), label: t("confirm") }}
          keep={t("keep")}
          isBusy={discard.isLeaving}
          onSure={() => discard.send(undefined)}
        />
      </span>
      <CommandProblem of={discard} say={(kind) => t(`problems.${kind}`)} />
    </div>
  );
}
