"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { CommandProblem } from "@/components/commands/command-problem";
import { Sending } from "@/components/commands/read-only";
import { Money } from "@/components/display/money";
import { useOrderAction } from "@/components/orders/order-action";
import { SummaryLine, SummaryLines } from "@/components/orders/order-summary";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { requestBatchAction } from "@/lib/batches/actions";
import { batchCache } from "@/lib/batches/cache";
import { hindrance, payable, restoredCodes } from "@/lib/batches/draft-groups";
import type { BatchRequestInput, BatchView, DraftSummary } from "@/lib/batches/schema";
import type { Environment } from "@/lib/environment";
import { addAmounts, compareAmounts, subtractAmounts } from "@/lib/money/amount";
import { formatAmount } from "@/lib/money/format";
import { Sums } from "../sums";
import type { Draft } from "./use-draft";

type Props = { environment: Environment; batch: BatchView; draft: Draft; mayEdit: boolean };

/** What the draft would pay as it stands, who would have to approve it and why, and the request. */
export function DraftRequest({ environment, batch, draft, mayEdit }: Props) {
  const t = useTranslations("batches.request");
  const { batchId, trailers, trailersAccepted, sameList } = batch;
  const { rows, edits, saving, unsaved } = draft;
  const [unsavedLine] = unsaved.keys();
  // Each key that is typed into a row comes by here.
  const { count, sums, unaccepted } = useMemo(() => payable(rows), [rows]);
  const hindered = rows.filter((row) => hindrance(row) !== null);
  const summary = useQuery({
    ...batchCache.summary({ environment, batchId }, edits),
    enabled: mayEdit && rows.length > 0,
  });
  const client = useQueryClient();
  const request = useOrderAction(environment, requestBatchAction);
  const send = (asked: BatchRequestInput) =>
    request.send(asked, {
      onSuccess(answer) {
        // The check before the request found what no change of a row has shown, so the count of edits is the same.
        const isOpenNow = !answer.ok && answer.error.kind === "rows_open";
        if (isOpenNow) void client.invalidateQueries(batchCache.draft({ environment, batchId }));
      },
    });
  const { refusal, isLeaving } = request;
  const open = refusal !== null && "count" in refusal ? refusal.count : 0;
  const approvers = summary.data?.approvers;
  const isOpen = trailers !== null && trailers.differing.length > 0 && trailersAccepted === null;
  const isRepeat = sameList !== null && sameList.reason === null;
  const excluded = rows.filter((row) => row.excluded).length;
  const accepted = rows.filter((row) => !row.excluded && row.accepted && row.warnings).length;
  const restored = restoredCodes(rows);
  return (
    <TitledCard title={t("title")} className="wide:sticky wide:top-header">
      <div className="grid gap-3 px-4 py-3.5">
        <div>
          <p className="text-sm text-muted-foreground">{t("rows", { count, open: unaccepted })}</p>
          <p className="grid text-2xl font-semibold tracking-tight">
            <Sums sums={sums} />
          </p>
        </div>
        {summary.data?.totals.map((total) => (
          <Total key={total.currency} total={total} />
        ))}
        {approvers !== undefined && (
          <p className="text-sm">
            <b className="font-semibold">{t("approvers", { count: approvers })}</b>
            {summary.data?.hasNewPayee && <span className="block text-muted-foreground">{t("newPayee")}</span>}
          </p>
        )}
        {(excluded > 0 || accepted > 0) && (
          <p className="text-sm text-muted-foreground">{t("besides", { excluded, accepted })}</p>
        )}
        {isOpen && <Alert tone="watch">{t("trailers")}</Alert>}
        {isRepeat && <Alert tone="watch">{t("sameList")}</Alert>}
        {unsavedLine !== undefined && (
          <Alert tone="failed">{t("unsaved", { count: unsaved.size, line: unsavedLine })}</Alert>
        )}
        {hindered.length > 0 && (
          <Alert tone="watch">{t("hindered", { count: hindered.length, line: hindered[0]?.line ?? 0 })}</Alert>
        )}
        {restored > 0 && <p className="text-sm">{t("restored", { count: restored })}</p>}
        {mayEdit ? (
          <Sending>
            <Button
              variant={hindered.length > 0 || count === 0 || isOpen || isRepeat ? "locked" : "primary"}
              size="large"
              disabled={isLeaving || saving.size > 0 || unsaved.size > 0}
              onClick={() => send({ batchId, edits })}
            >
              {isLeaving ? t("requesting") : t(approvers === 0 ? "send" : "submit", { count })}
            </Button>
          </Sending>
        ) : (
          <p className="text-sm text-muted-foreground">{t("mayNot")}</p>
        )}
        <CommandProblem
          of={{ ...request, again: () => request.input && send(request.input) }}
          say={(kind) => t(`problems.${kind}`, { count: open })}
        />
        <p className="text-xs text-subtle-foreground">{t("how")}</p>
      </div>
    </TitledCard>
  );
}

function Total({ total }: { total: DraftSummary["totals"][number] }) {
  const t = useTranslations("batches.request");
  const words = useTranslations("withdrawals.summary");
  const { currency, amount, fees, available, counted } = total;
  const debited = addAmounts(amount, fees ?? "0");
  const after = available === null ? null : subtractAmounts(available, debited);
  const withoutFee = (key: "plusFee" | "beforeFee", of: string) => words(key, { amount: formatAmount(of, currency) });
  const isShort = after !== null && compareAmounts(after, "0") < 0;
  return (
    <div className="grid gap-1.5">
      <SummaryLines>
        <SummaryLine name={t("fees")}>
          {fees === null ? t("unknown") : <Money amount={fees} currency={currency} />}
        </SummaryLine>
        <SummaryLine name={t("debited")}>
          {fees === null ? withoutFee("plusFee", debited) : <Money amount={debited} currency={currency} />}
        </SummaryLine>
        <SummaryLine name={words("balanceAfter")}>
          {after === null ? (
            t("unknown")
          ) : fees === null ? (
            withoutFee("beforeFee", after)
          ) : (
            <Money amount={after} currency={currency} />
          )}
        </SummaryLine>
      </SummaryLines>
      {isShort && <p className="text-xs text-warning">{t("short")}</p>}
      <p className="text-xs text-muted-foreground">
        {t(`basis.${counted.basis}`, { total: formatAmount(counted.amount, currency) })}
      </p>
    </div>
  );
}
