"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Timestamp } from "@/components/display/timestamp";
import { useAuditSentence } from "@/components/messages/use-audit-sentence";
import { shortDigest } from "@/components/orders/digest";
import { OrderLink } from "@/components/orders/order-link";
import { Alert, AlertTitle } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, TitledCard } from "@/components/ui/card";
import type { AuditAction } from "@/lib/audit/audit-actions";
import { hasLeft, isRetryable, needsAttention, ROW_GROUPS } from "@/lib/batches/outcome";
import type { BatchView, BatchWait } from "@/lib/batches/schema";
import { isPaused, isSending } from "@/lib/batches/state";
import type { Environment } from "@/lib/environment";
import { BatchBadge } from "./batch-badge";
import { GroupFigures } from "./group-figures";
import { NextRuns } from "./next-runs";
import { ResultLinks } from "./result-links";
import { SendingControls } from "./sending-controls";
import { type RowChoice, SentRows } from "./sent-rows";

/** `mayStop`: the reader may pause, and end what has not left. `mayExport`: they may take the results along. */
export type Rights = { mayRequest: boolean; mayStop: boolean; mayExport: boolean; seesPii: boolean };

type Props = Rights & { environment: Environment; batch: BatchView };

/** What became of the rows: how many and how much of each, what stopped it, and each row with its evidence. */
export function BatchProgress({ environment, batch, mayRequest, mayStop, mayExport, seesPii }: Props) {
  const t = useTranslations("batches.progress");
  const { batchId, groups, state, pause, excluded } = batch;
  const [group, setGroup] = useState<RowChoice["value"]>("all");
  const countOf = (wanted: (group: (typeof ROW_GROUPS)[number]) => boolean) =>
    ROW_GROUPS.filter(wanted).reduce((all, one) => all + (groups[one]?.count ?? 0), 0);
  const all = countOf(() => true);
  const alerts = [
    { name: "open", shows: "attention", count: countOf((one) => needsAttention(one) && hasLeft(one)) },
    { name: "held", shows: "held", count: groups.held?.count ?? 0 },
  ] as const;
  const choices: RowChoice[] = [
    { value: "all", count: all + excluded },
    { value: "attention", count: countOf((one) => needsAttention(one) || isRetryable(one)) },
    ...ROW_GROUPS.filter((one) => groups[one]).map((value) => ({ value, count: groups[value]?.count ?? 0 })),
    ...(excluded > 0 ? [{ value: "excluded", count: excluded } as const] : []),
  ];
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card className="grid gap-3 px-4 py-3.5">
        <div className="flex flex-wrap items-start gap-3">
          <p role="status" className="text-lg font-semibold">
            {t.rich("sent", {
              sent: countOf(hasLeft),
              all,
              b: (chunks) => <span className="text-2xl tracking-tight figures">{chunks}</span>,
            })}
          </p>
          <div className="ml-auto">
            {(isSending(state) || isPaused(state)) && (
              <SendingControls {...{ environment, batch, mayRequest, mayStop }} />
            )}
          </div>
        </div>
        <GroupFigures groups={groups} />
      </Card>
      {pause && (
        <Alert tone="watch">
          <AlertTitle>{t(`pauses.${pause.reason}`, { by: pause.by ?? "" })}</AlertTitle>
          <p>{t(`pauseNext.${pause.reason}`)}</p>
        </Alert>
      )}
      {batch.wait && <Wait environment={environment} wait={batch.wait} />}
      {alerts.map(
        ({ name, shows, count }) =>
          count > 0 && (
            <Alert key={name} tone="watch">
              <AlertTitle>{t(name, { count })}</AlertTitle>
              <p>{t(`${name}Text`)}</p>
              {group !== shows && (
                <Button size="small" className="mt-1.5" onClick={() => setGroup(shows)}>
                  {t("showOpen", { count })}
                </Button>
              )}
            </Alert>
          ),
      )}
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_19.5rem]">
        <SentRows {...{ environment, batchId, choices, group }} onGroup={setGroup} />
        <div className="grid gap-4">
          <Log batch={batch} />
          <NextRuns {...{ environment, batch, mayRequest }} />
          {mayExport && <ResultLinks {...{ environment, batchId, seesPii }} failed={batch.retryable} />}
          {batch.runs.length > 1 && <Runs environment={environment} batch={batch} />}
        </div>
      </div>
    </div>
  );
}

function Wait({ environment, wait }: { environment: Environment; wait: BatchWait }) {
  const t = useTranslations("batches.progress.waits");
  const { reason } = wait;
  const line = reason === "unknown_outcome" ? wait.line : 0;
  return (
    <Alert tone="watch">
      <AlertTitle>{t("title")}</AlertTitle>
      <p>
        {t.rich(reason, {
          line,
          order: () =>
            reason === "unknown_outcome" && <OrderLink environment={environment} referenceId={wait.referenceId} />,
          until: () => "until" in wait && <Timestamp at={wait.until} style="recent" />,
        })}
      </p>
    </Alert>
  );
}

/** Who requested and approved it, when it began, and who stopped it and resumed it. */
function Log({ batch: { batchId, requested, decided, sendingSince, stops, root } }: { batch: BatchView }) {
  const t = useTranslations("batches.progress");
  const approval = useTranslations("withdrawals.approval");
  const sentence = useAuditSentence();
  // Resumed, the batch has no time at which it began.
  const isResumed = stops.some(({ action }) => action === RESUMED);
  return (
    <TitledCard title={t("log")}>
      <ul className="grid gap-1.5 px-4 py-3.5 text-sm">
        {requested && (
          <li>
            {t("requestedBy", { by: requested.by })} <At at={requested.at} />
          </li>
        )}
        {decided.map(({ by, at, decision, reason }) => (
          <li key={at}>
            {approval("decided", { by, decision })} <At at={at} />
            {reason && <p className="text-muted-foreground">{reason}</p>}
          </li>
        ))}
        {sendingSince && !isResumed && (
          <li>
            {t("began")} <At at={sendingSince} />
          </li>
        )}
        {stops.map(({ at, ...event }) => (
          <li key={at}>
            {sentence({ ...event, subject: batchId })} <At at={at} />
          </li>
        ))}
        {root && (
          <li className="text-muted-foreground">
            {t("digest")} <span className="font-mono text-xs">{shortDigest(root)}</span>
          </li>
        )}
      </ul>
    </TitledCard>
  );
}

const RESUMED: AuditAction = "batch.resumed";

const At = ({ at }: { at: string }) => (
  <span className="text-xs text-subtle-foreground">
    <Timestamp at={at} style="minute" />
  </span>
);

/** The other runs of the same file. */
function Runs({ environment, batch: { runs, batchId } }: Pick<Props, "environment" | "batch">) {
  const t = useTranslations("batches");
  return (
    <TitledCard title={t("progress.runs")}>
      <ul>
        {runs.map(({ batchId: id, run, isRetry, headline, at }) => (
          <li key={id} className="flex items-center gap-2 border-b border-border px-4 py-2 text-sm last:border-b-0">
            <Link
              prefetch={false}
              href={`/${environment}/batches/${id}`}
              aria-current={id === batchId ? "page" : undefined}
              className="text-primary hover:underline aria-[current]:font-semibold aria-[current]:text-foreground"
            >
              {t(isRetry ? "list.retry" : "list.run", { run })}
            </Link>
            <At at={at} />
            <span className="ml-auto">
              <BatchBadge headline={headline} />
            </span>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}
