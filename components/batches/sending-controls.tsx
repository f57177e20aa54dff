"use client";

import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useSecondPress } from "@/components/commands/use-second-press";
import { useOrderAction } from "@/components/orders/order-action";
import { Button } from "@/components/ui/button";
import { cancelRestAction, pauseBatchAction, resumeBatchAction } from "@/lib/batches/actions";
import type { BatchView } from "@/lib/batches/schema";
import { isPaused, isSending } from "@/lib/batches/state";
import type { Environment } from "@/lib/environment";

type Props = { environment: Environment; batch: BatchView; mayRequest: boolean; mayStop: boolean };

/** Pauses, lets go on, or ends what has not left. */
export function SendingControls({ environment, batch, mayRequest, mayStop }: Props) {
  const { batchId, state, unordered, groups } = batch;
  const held = groups.held?.count ?? 0;
  const queued = (groups.waiting?.count ?? 0) + held - unordered;
  const t = useTranslations("batches.controls");
  const [id, whyId] = [useId(), useId()];
  const { isAsked, isKept, ask, keep } = useSecondPress();
  const pause = useOrderAction(environment, pauseBatchAction);
  const resume = useOrderAction(environment, resumeBatchAction);
  const cancel = useOrderAction(environment, cancelRestAction);
  const isLeaving = pause.isPending || resume.isPending || cancel.isPending;
  const button = { disabled: isLeaving } as const;
  return (
    <div className="grid justify-items-end gap-2">
      <div className="flex flex-wrap justify-end gap-2">
        {isSending(state) && mayStop && (
          <Button {...button} onClick={() => pause.send({ batchId })}>
            <Pause aria-hidden />
            {t("pause")}
          </Button>
        )}
        {isPaused(state) && mayStop && !isAsked && (
          <Button variant="destructive" autoFocus={isKept} {...button} onClick={ask}>
            {t("cancel")}
          </Button>
        )}
        {isPaused(state) && mayRequest && !isAsked && (
          // Resumed while a row is held, it would pause again.
          <Button
            variant="primary"
            disabled={isLeaving || held > 0}
            aria-describedby={held > 0 ? whyId : undefined}
            onClick={() => resume.send({ batchId })}
          >
            <Play aria-hidden />
            {t("resume")}
          </Button>
        )}
      </div>
      {isPaused(state) && mayRequest && !isAsked && held > 0 && (
        <p id={whyId} className="max-w-110 text-right text-sm text-muted-foreground">
          {t("heldFirst", { count: held })}
        </p>
      )}
      {isPaused(state) && isAsked && (
        <div className="grid max-w-110 justify-items-end gap-2 text-sm">
          <p id={id}>{t("cancelText", { count: unordered, queued })}</p>
          <span className="flex gap-2">
            <Button autoFocus aria-describedby={id} onClick={keep}>
              {t("keep")}
            </Button>
            <Button variant="destructive" {...button} onClick={() => cancel.send({ batchId })}>
              {t("confirm", { count: unordered })}
            </Button>
          </span>
        </div>
      )}
      {Object.entries({ pause, resume, cancel }).map(([name, action]) => (
        <CommandProblem key={name} of={action} say={(kind) => t(`problems.${kind}`)} />
      ))}
    </div>
  );
}
