"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Fact, Facts } from "@/components/display/facts";
import { Timestamp } from "@/components/display/timestamp";
import { useAuditSentence } from "@/components/messages/use-audit-sentence";
import { shortDigest } from "@/components/orders/digest";
import { OrderLink } from "@/components/orders/order-link";
import { Alert, AlertTitle } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card, TitledCard } from "@/components/ui/card";
import type { AuditAction } from "@/lib/audit/audit-actions";
import { hasLeft, isRetryable, needsAttention, ROW_GROUPS } from "@/lib/batches/outcome";
import type { Pace } from "@/lib/batches/pace";
import type { BatchView, BatchWait } from "@/lib/batches/schema";
import { isPaused, isSending } from "@/lib/batches/state";
import { cn } from "@/lib/cn";
import type { Environment } from "@/lib/environment";
import { BatchBadge } from "./batch-badge";
import { GroupFigures } from "./group-figures";
import { NextRuns } from "./next-runs";
import { ResultLinks } from "./result-links";
import { SendingControls } from "./sending-controls";
import { type RowChoice, SentRows } from "./sent-rows";
import { Sums } from "./sums";

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
          <div className="flex flex-wrap items-baseline gap-x-2.5">
            <p role="status" className="text-lg font-semibold">
              {t.rich("sent", {
                sent: countOf(hasLeft),
                all,
                b: (chunks) => <span className="text-2xl tracking-tight figures">{chunks}</span>,
              })}
            </p>
            {batch.pace && !batch.wait && <TimeLeft pace={batch.pace} />}
          </div>
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
          {!mayRequest && pause.reason !== "altered" && <p>{t("resumedBy")}</p>}
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

function TimeLeft({ pace: { perMinute, leftMs } }: { pace: Pace }) {
  const t = useTranslations("batches.progress");
  const minutes = Math.round(leftMs / 60_000);
  const time = { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
  return <p className="text-sm text-muted-foreground figures">{t("timeLeft", { ...time, rate: perMinute })}</p>;
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

/** What it pays in all, who requested and approved it, when it began, and who stopped it and resumed it. */
function Log({ batch: { batchId, requested, decided, sendingSince, stops, root, totals } }: { batch: BatchView }) {
  const t = useTranslations("batches.progress");
  const approval = useTranslations("withdrawals.approval");
  const sentence = useAuditSentence();
  // Resumed, the batch has no time at which it began.
  const isResumed = stops.some(({ action }) => action === RESUMED);
  return (
    <TitledCard title={t("log")}>
      <Facts align="right">
        {totals && (
          <Fact name={t("total")}>
            <span className="font-semibold">
              <Sums sums={totals} isStacked />
            </span>
          </Fact>
        )}
        {root && (
          <Fact name={t("digest")}>
            <span className="font-mono text-xs">{shortDigest(root)}</span>
          </Fact>
        )}
      </Facts>
      <ol className="border-t border-border px-4 py-3.5 text-sm">
        {requested && <LogLine at={requested.at}>{t("requestedBy", { by: requested.by })}</LogLine>}
        {decided.map(({ by, at, decision, reason }) => (
          <LogLine key={at} at={at} note={reason}>
            {approval("decided", { by, decision })}
          </LogLine>
        ))}
        {sendingSince && !isResumed && <LogLine at={sendingSince}>{t("began")}</LogLine>}
        {stops.map(({ at, ...event }) => (
          <LogLine key={at} at={at} isStop={event.action !== RESUMED}>
            {sentence({ ...event, subject: batchId })}
          </LogLine>
        ))}
      </ol>
    </TitledCard>
  );
}

type LogLineProps = { at: string; note?: string | null; isStop?: boolean; children: ReactNode };

const LogLine = ({ at, note, isStop, children }: LogLineProps) => (
  <li className="group grid grid-cols-[0.5625rem_minmax(0,1fr)] gap-x-3 pb-2 last:pb-0">
    <span aria-hidden className="relative">
      <span className="absolute top-2 -bottom-4 left-1 w-px bg-border-strong group-last:hidden" />
      <span className={cn("absolute top-1.5 size-2.25 rounded-full", isStop ? "bg-warning" : "bg-primary")} />
    </span>
    <div>
      {children} <At at={at} />
      {note && <p className="text-muted-foreground">{note}</p>}
    </div>
  </li>
);

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
