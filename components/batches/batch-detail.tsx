"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Timestamp } from "@/components/display/timestamp";
import { Staleness } from "@/components/feedback/staleness";
import { PageFrame } from "@/components/shell/page-frame";
import { Alert } from "@/components/ui/alert";
import { useFocusAfter } from "@/components/use-focus-after";
import { batchCache } from "@/lib/batches/cache";
import { isAwaiting, isDraft } from "@/lib/batches/state";
import type { Environment } from "@/lib/environment";
import { BatchApproval } from "./batch-approval";
import { BatchBadge } from "./batch-badge";
import { BatchProgress, type Rights } from "./batch-progress";
import { BatchSteps } from "./batch-steps";
import { DiscardDraft } from "./discard-draft";
import { Draft } from "./draft/draft";

type Props = Rights & {
  environment: Environment;
  batchId: string;
  /** The same file was uploaded before: this is the run that it made then. */
  isKnown: boolean;
};

/** One batch: by its state the rows to be checked, the decision about it, or what became of each row. */
export function BatchDetail({ environment, batchId, isKnown, ...may }: Props) {
  const t = useTranslations("batches");
  const { mayRequest } = may;
  const [isHeld, setIsHeld] = useState(false);
  const query = useSuspenseQuery(batchCache.one({ environment, batchId }));
  const batch = query.data;
  const heading = useFocusAfter<HTMLHeadingElement>(`${batch.state} ${batch.mine}`);
  const { name, run, state, headline, uploaded, rows, encoding, format, runReason, isRetry } = batch;
  return (
    <PageFrame
      title={name}
      headingRef={heading}
      parent={{ href: `/${environment}/batches`, title: t("title") }}
      state={<BatchBadge headline={headline} />}
      summary={
        <>
          {t.rich("summary", { rows, b: (chunks) => <b>{chunks}</b> })} · {t(`formats.${format}`)} · {encoding}
          {run > 1 && <> · {t(isRetry ? "list.retry" : "list.run", { run })}</>} ·{" "}
          {t.rich("uploaded", { by: uploaded.by, at: () => <Timestamp at={uploaded.at} style="minute" /> })}
        </>
      }
      actions={
        <div className="grid justify-items-end gap-2">
          <BatchSteps state={state} />
          {isDraft(state) && mayRequest && <DiscardDraft environment={environment} batchId={batchId} />}
        </div>
      }
    >
      <Staleness query={query} />
      {isKnown && <Alert className="mb-4">{t("known", { run })}</Alert>}
      {runReason !== null && (
        <p className="mb-4 text-sm text-muted-foreground">{t("runReason", { reason: runReason })}</p>
      )}
      {isAwaiting(state) || isHeld ? (
        <BatchApproval
          environment={environment}
          batch={batch}
          mayTakeBack={mayRequest && isAwaiting(state)}
          onHold={setIsHeld}
        />
      ) : isDraft(state) ? (
        // What one user typed is not there for another who has signed in since.
        <Draft key={batch.readerId} environment={environment} batch={batch} mayEdit={mayRequest} />
      ) : (
        <BatchProgress {...{ environment, batch }} {...may} />
      )}
    </PageFrame>
  );
}
