"use client";

import { RotateCcw, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { CommandProblem } from "@/components/commands/command-problem";
import { useCommand } from "@/components/commands/use-command";
import { Money } from "@/components/display/money";
import { StatusBadge } from "@/components/display/status-badge";
import { correctPath, OrderLink } from "@/components/orders/order-link";
import { Button } from "@/components/ui/button";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";
import { dismissFollowUpAction } from "@/lib/withdrawals/actions";
import { type FollowUp, type FollowUpList, isCutAt } from "@/lib/withdrawals/follow-up";
import { Age } from "./age";
import { QueueGroup, QueueLink, QueueRow } from "./queue-row";
import { type DashboardFigures, useDashboard } from "./use-dashboard";
import { ViewOrder } from "./view-order";

/** The reader's own payouts that came back, failed or are held, and failed ones of others. */
export function QueueFollowUps({ onlyOwn, ...props }: DashboardFigures & { onlyOwn: boolean }) {
  const { environment } = props;
  const { followUps } = useDashboard(props);
  if (followUps === null) return null;
  return (
    <>
      <List environment={environment} whose="own" list={followUps.own} />
      {!onlyOwn && <List environment={environment} whose="others" list={followUps.others} />}
    </>
  );
}

type Whose = "own" | "others";

function List({ environment, whose, list }: { environment: Environment; whose: Whose; list: FollowUpList }) {
  const t = useTranslations("dashboard.followUps");
  const { count, rows } = list;
  const dismiss = useCommand(
    ({ referenceId, setback }: FollowUp) => dismissFollowUpAction(environment, { referenceId, setback }),
    { changes: dashboardCache.counts(environment).queryKey },
  );
  if (count === 0) return null;
  const more = isCutAt(count) ? "yes" : "no";
  return (
    <>
      <CommandProblem of={dismiss} say={(kind) => t(kind === "unreachable" ? "failed" : "notOpen")} />
      <QueueGroup
        title={t(`${whose}.title`)}
        count={isCutAt(count) ? `${count}+` : count}
        tone="watch"
        note={t(`${whose}.why`)}
        more={count > rows.length && t("more", { count: count - rows.length, more })}
      >
        {rows.map((row) => (
          <Row
            key={row.referenceId}
            {...{ environment, row, whose }}
            isLeaving={dismiss.isPending}
            onDismiss={() => dismiss.send(row)}
          />
        ))}
      </QueueGroup>
    </>
  );
}

type RowProps = {
  environment: Environment;
  row: FollowUp;
  whose: Whose;
  isLeaving: boolean;
  onDismiss: () => void;
};

function Row({ environment, row, whose, isLeaving, onDismiss }: RowProps) {
  const t = useTranslations("dashboard");
  const { referenceId, amount, currency, recipient, requestedBy, reason, hold, updatedAt, isCorrectable } = row;
  return (
    <QueueRow
      icon={RotateCcw}
      tone="failed"
      title={<StatusBadge order={row} />}
      detail={
        <>
          <OrderLink environment={environment} referenceId={referenceId} />{" "}
          <span lang="ja">{recipient.destinationAccountName}</span>{" "}
          <span className="font-mono text-xs">{recipient.destinationAccount}</span>
        </>
      }
      amount={<Money amount={amount} currency={currency} />}
      due={<Age at={updatedAt} />}
      action={
        <>
          {isCorrectable ? (
            <QueueLink
              href={correctPath(environment, "withdrawals", referenceId)}
              label={t("followUps.correctOrder", { referenceId })}
            >
              {t("followUps.correct")}
            </QueueLink>
          ) : (
            <ViewOrder environment={environment} referenceId={referenceId} />
          )}
          <Button
            variant="ghost"
            size="small"
            disabled={isLeaving}
            title={t("followUps.dismiss")}
            aria-label={t("followUps.dismissOrder", { referenceId })}
            onClick={onDismiss}
          >
            <X aria-hidden />
            <span className="@2xl:sr-only">{t("followUps.dismiss")}</span>
          </Button>
        </>
      }
    >
      {(hold || reason || whose === "others") && (
        <>
          {hold && <p>{t("held", { reason: hold })}</p>}
          {reason && <p className="break-words">{t("followUps.reason", { reason })}</p>}
          {whose === "others" && <p>{t("followUps.requestedBy", { name: requestedBy })}</p>}
        </>
      )}
    </QueueRow>
  );
}
