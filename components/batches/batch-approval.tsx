"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { type ReactNode, useCallback, useState } from "react";
import { DataTable } from "@/components/data-table/data-table";
import { Money } from "@/components/display/money";
import { Timestamp } from "@/components/display/timestamp";
import { Staleness } from "@/components/feedback/staleness";
import { shortDigest } from "@/components/orders/digest";
import { Alert } from "@/components/ui/alert";
import { Card, TitledCard } from "@/components/ui/card";
import { RequesterWarnings } from "@/components/withdrawals/requester-warnings";
import { batchCache } from "@/lib/batches/cache";
import type { BatchReview, BatchView, SentRow } from "@/lib/batches/schema";
import { isAwaiting } from "@/lib/batches/state";
import type { Environment } from "@/lib/environment";
import { formatAmount } from "@/lib/money/format";
import { DecideBatch, TakeBackBatch } from "./decide-batch";
import { AllWarnings } from "./draft/row-check";
import { ReadColumns } from "./read-columns";
import { SameListWords } from "./same-list";
import { type RowChoice, SentRows, useSentColumns } from "./sent-rows";
import { TrailerDifferences } from "./trailer-differences";

type Props = {
  environment: Environment;
  batch: BatchView;
  mayTakeBack: boolean;
  /** Whether a decision is begun or refused, so that this must stay after the batch was decided. */
  onHold?: (isHeld: boolean) => void;
  children?: ReactNode;
};

/** What is asked for, what an approver should know of it, each row, and the decision. */
export function BatchApproval({ environment, batch, mayTakeBack, onHold, children }: Props) {
  const t = useTranslations("batches.approval");
  const approval = useTranslations("withdrawals.approval");
  const { batchId, totals, requested, approversNeeded, expiresAt, decided, mine, root, rows, excluded } = batch;
  const { newPayeeUntil, columns, trailers, trailersAccepted, sameList, requester } = batch;
  const query = useQuery(batchCache.review({ environment, batchId }, root));
  const review = query.data;
  const [group, setGroup] = useState<RowChoice["value"]>("all");
  const [isHeld, setIsHeld] = useState(false);
  const hold = useCallback(
    (isHeldNow: boolean) => {
      setIsHeld(isHeldNow);
      onHold?.(isHeldNow);
    },
    [onHold],
  );
  const count = (totals ?? []).reduce((all, one) => all + one.count, 0);
  const given = decided.filter(({ counts }) => counts).length;
  const choices: RowChoice[] = [
    { value: "all", count: rows },
    ...(review && review.acceptedCount > 0 ? [{ value: "accepted", count: review.acceptedCount } as const] : []),
    ...(excluded > 0 ? [{ value: "excluded", count: excluded } as const] : []),
  ];
  return (
    <div className="grid grid-cols-1 gap-4">
      <Card className="grid gap-3 px-4 py-3.5">
        <p className="flex flex-wrap gap-x-3 text-sm text-muted-foreground">
          <span>{approval("progress", { given, needed: approversNeeded ?? 0 })}</span>
          {expiresAt && <span>{t.rich("until", { at: () => <Timestamp at={expiresAt} style="minute" /> })}</span>}
          {requested && <span>{t("by", { by: requested.by })}</span>}
        </p>
        <div className="grid gap-x-8 gap-y-2 sm:grid-cols-[repeat(auto-fit,minmax(14rem,1fr))]">
          {totals?.map(({ currency, count: own, amount, counted }) => (
            <div key={currency}>
              <p className="text-3xl font-semibold tracking-tight">
                <Money amount={amount} currency={currency} />
              </p>
              <p className="text-sm text-muted-foreground">{t("rows", { count: own })}</p>
              <p className="text-xs text-muted-foreground">
                {t(`basis.${counted.basis}`, {
                  total: formatAmount(counted.amount, currency),
                  by: requested?.by ?? "",
                })}
              </p>
            </div>
          ))}
        </div>
        {requester && <RequesterWarnings requester={requester} name={requested?.by ?? ""} />}
        {newPayeeUntil && (
          <Alert tone="watch">
            {t.rich("newPayee", { until: () => <Timestamp at={newPayeeUntil} style="minute" /> })}
          </Alert>
        )}
        {columns && <ReadColumns columns={columns} />}
        {trailers && trailersAccepted && (
          <Alert tone="watch">
            <p>{t("trailers", trailersAccepted)}</p>
            <TrailerDifferences trailers={trailers} />
          </Alert>
        )}
        {sameList && (
          <Alert tone="watch">
            <SameListWords environment={environment} sameList={sameList} />
            {sameList.reason !== null && <p>{t("reason", { reason: sameList.reason })}</p>}
          </Alert>
        )}
        {/* An error is forgotten while a query without data is sent again: what moved then would move the buttons, too. */}
        <div role="status" className="contents">
          {!review &&
            (query.errorUpdateCount > 0 ? (
              <Alert tone="watch">{t("notLoaded")}</Alert>
            ) : (
              <p className="text-sm text-muted-foreground">{t("loading")}</p>
            ))}
        </div>
        {review && <Staleness query={query} />}
        {review && <Notes environment={environment} review={review} />}
        {decided.length > 0 && (
          <ul className="grid gap-1 text-sm">
            {decided.map(({ by, at, decision, counts }) => (
              <li key={at}>
                {approval("decided", { by, decision })}{" "}
                <span className="text-xs text-subtle-foreground">
                  <Timestamp at={at} style="minute" />
                </span>
                {decision === "approved" && !counts && (
                  <span className="text-xs text-warning"> · {approval("notCounted")}</span>
                )}
              </li>
            ))}
          </ul>
        )}
        {isAwaiting(batch.state) && root !== null && (
          <p className="text-sm text-muted-foreground">
            {mine === "own_key"
              ? approval("ownKey", { key: requested?.by ?? "" })
              : t.rich(mine === "own_request" ? "ownDigest" : "digest", {
                  digest: () => <span className="font-mono text-xs">{shortDigest(root)}</span>,
                  count,
                })}
          </p>
        )}
        {(isHeld || (mine === "may_decide" && root !== null)) && (
          // What one user typed is not there for another who has signed in since.
          <DecideBatch
            key={batch.readerId}
            {...{ environment, batch, count }}
            digest={root ?? ""}
            isReviewed={review !== undefined}
            onHold={hold}
          />
        )}
        {mine === "decided_before" && <p className="text-sm text-muted-foreground">{approval("decidedBefore")}</p>}
        {mayTakeBack && <TakeBackBatch environment={environment} batchId={batchId} />}
        {mine !== "may_decide" && children}
      </Card>
      {review && <Largest environment={environment} rows={review.largest} />}
      <SentRows {...{ environment, batchId, choices, group }} onGroup={setGroup} isWaiting />
    </div>
  );
}

/** Payees in doubt, repeats that the requester accepted and why, what was left out, and what differs from the run before. */
function Notes({ environment, review }: { environment: Environment; review: BatchReview }) {
  const t = useTranslations("batches.approval");
  const { newPayees, otherHolders, blockedPayees, undecidedPayees, changedPayees } = review;
  const { accepted, acceptedCount, excluded, before } = review;
  return (
    <>
      {blockedPayees > 0 && <Alert tone="watch">{t("blockedPayees", { count: blockedPayees })}</Alert>}
      {undecidedPayees > 0 && <Alert tone="watch">{t("undecidedPayees", { count: undecidedPayees })}</Alert>}
      {changedPayees > 0 && <Alert tone="watch">{t("changedPayees", { count: changedPayees })}</Alert>}
      {otherHolders > 0 && <Alert tone="watch">{t("otherHolders", { count: otherHolders })}</Alert>}
      {newPayees > 0 && <Alert tone="watch">{t("newPayees", { count: newPayees })}</Alert>}
      {acceptedCount > 0 && (
        <Alert tone="watch">
          <p>{t("accepted", { count: acceptedCount })}</p>
          <ul className="grid gap-1">
            {accepted.slice(0, SHOWN).map((row) => (
              <li key={row.line}>
                {t("line", { line: row.line })} <span lang="ja">{row.holder}</span>{" "}
                <Money amount={row.amount} currency={row.currency} />
                <AllWarnings environment={environment} row={row} />
                {row.reason && t("reason", { reason: row.reason })}
              </li>
            ))}
          </ul>
          {acceptedCount > SHOWN && <p>{t("more", { count: acceptedCount - SHOWN })}</p>}
        </Alert>
      )}
      {before && (
        <Alert tone="watch">
          <p>{t("runAgain", { run: before.run, reason: before.reason ?? "–" })}</p>
          <p>{t("compared", { same: before.same, added: before.added, gone: before.gone })}</p>
        </Alert>
      )}
      {excluded > 0 && <p className="text-sm text-muted-foreground">{t("excluded", { count: excluded })}</p>}
    </>
  );
}

const SHOWN = 5;

function Largest({ environment, rows }: { environment: Environment; rows: SentRow[] }) {
  const t = useTranslations("batches.approval");
  const columns = useSentColumns(environment, true);
  return (
    <TitledCard title={t("largest")} className="overflow-clip">
      <DataTable
        caption={t("largest")}
        columns={columns}
        rows={rows}
        keyOf={({ line }) => String(line)}
        card="max-lg:[&>tr]:grid-cols-[1fr_auto] max-lg:[&>tr]:gap-x-2 max-lg:[&>tr]:gap-y-1 max-lg:[&>tr]:py-3"
      />
    </TitledCard>
  );
}
