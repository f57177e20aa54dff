"use client";

import { Pause, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { useSecondPress } from "@/components/commands/use-second-press";
import { useOrderAction } from "@/components/orders/order-action";
import { OrderLink } from "@/components/orders/order-link";
import { Button } from "@/components/ui/button";
import { cancelRestAction, pauseBatchAction, resumeBatchAction } from "@/lib/batches/actions";
import type { BatchView, PaidRow } from "@/lib/batches/schema";
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
  const again = useSecondPress();
  const pause = useOrderAction(environment, pauseBatchAction);
  const resume = useOrderAction(environment, resumeBatchAction);
  const cancel = useOrderAction(environment, cancelRestAction);
  /** Rows that were paid in another way, about which the server asks before it resumes. Kept while the answer is sent. */
  const [paidSince, setPaidSince] = useState<PaidRow[] | null>(null);
  // Another user has resumed it: about its next pause nothing has been asked.
  if (paidSince !== null && !isPaused(state)) setPaidSince(null);
  const isAsking = isAsked || paidSince !== null;
  const isLeaving = pause.isPending || resume.isPending || cancel.isPending;
  const button = { disabled: isLeaving } as const;
  function onResume(shown?: PaidRow[]) {
    resume.send(
      { batchId, paidSince: shown },
      {
        onSuccess: (result) => {
          if (result.ok) setPaidSince(null);
          else if (result.error.kind === "paid_since") setPaidSince(result.error.rows);
        },
      },
    );
  }
  return (
    <div className="grid justify-items-end gap-2">
      <div className="flex flex-wrap justify-end gap-2">
        {isSending(state) && mayStop && (
          <Button {...button} onClick={() => pause.send({ batchId })}>
            <Pause aria-hidden />
            {t("pause")}
          </Button>
        )}
        {isPaused(state) && mayStop && !isAsking && (
          <Button variant="destructive" autoFocus={isKept} {...button} onClick={ask}>
            {t("cancel")}
          </Button>
        )}
        {isPaused(state) && mayRequest && !isAsking && (
          // Resumed while a row is held, it would pause again.
          <Button
            variant="primary"
            autoFocus={again.isKept}
            disabled={isLeaving || held > 0}
            aria-describedby={held > 0 ? whyId : undefined}
            onClick={() => onResume()}
          >
            <Play aria-hidden />
            {t("resume")}
          </Button>
        )}
      </div>
      {isPaused(state) && mayRequest && !isAsking && held > 0 && (
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
      {isPaused(state) && paidSince && (
        <PaidSince
          // Other rows are another question, which is read out.
          key={JSON.stringify(paidSince)}
          {...{ environment, rows: paidSince, isLeaving }}
          onKeep={() => {
            resume.reset();
            setPaidSince(null);
            again.keep();
          }}
          onResume={() => onResume(paidSince)}
        />
      )}
      {Object.entries({ pause, resume, cancel }).map(([name, action]) => (
        <CommandProblem key={name} of={action} say={(kind) => kind !== "paid_since" && t(`problems.${kind}`)} />
      ))}
    </div>
  );
}

/** So many are named. */
const NAMED = 5;

type PaidSinceProps = {
  environment: Environment;
  rows: PaidRow[];
  isLeaving: boolean;
  onKeep: () => void;
  onResume: () => void;
};

/** Whether rows are sent that were paid in another way since the batch was requested. */
function PaidSince({ environment, rows, isLeaving, onKeep, onResume }: PaidSinceProps) {
  const t = useTranslations("batches.controls");
  const id = useId();
  const count = rows.length;
  return (
    <div className="grid max-w-110 justify-items-end gap-2 text-sm">
      <div id={id} className="grid gap-1">
        <p>{t("paidSince", { count })}</p>
        <ul>
          {rows.slice(0, NAMED).map(({ line, referenceId }) => (
            <li key={line}>
              {t.rich("paidSinceRow", {
                line,
                order: () => <OrderLink environment={environment} referenceId={referenceId} />,
              })}
            </li>
          ))}
        </ul>
        {count > NAMED && <p>{t("paidSinceMore", { count: count - NAMED })}</p>}
        <p>{t("paidSinceNext")}</p>
      </div>
      <span className="flex flex-wrap justify-end gap-2">
        <Button autoFocus aria-describedby={id} disabled={isLeaving} onClick={onKeep}>
          {t("keepPaused")}
        </Button>
        <Button variant="primary" disabled={isLeaving} onClick={onResume}>
          {t("resumeAll", { count })}
        </Button>
      </span>
    </div>
  );
}
