"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Money } from "@/components/display/money";
import { StatusBadge } from "@/components/display/status-badge";
import { Timestamp } from "@/components/display/timestamp";
import { OrderLink } from "@/components/orders/order-link";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { correctPath } from "@/components/withdrawals/correct-path";
import { dashboardCache } from "@/lib/dashboard/cache";
import type { Environment } from "@/lib/environment";
import { dismissFollowUpAction } from "@/lib/withdrawals/actions";
import { FOLLOW_UPS_MAX, type FollowUp, type FollowUpList } from "@/lib/withdrawals/follow-up";
import { type DashboardFigures, useDashboard } from "./use-dashboard";

/** The reader's own payouts that came back, failed or are held, and failed ones of others. Not there where none are. */
export function PayoutFollowUps(props: DashboardFigures) {
  const { environment } = props;
  const { followUps } = useDashboard(props);
  if (followUps === null) return null;
  return (
    <>
      <List environment={environment} whose="own" list={followUps.own} />
      <List environment={environment} whose="others" list={followUps.others} />
    </>
  );
}

type ListProps = { environment: Environment; whose: "own" | "others"; list: FollowUpList };

function List({ environment, whose, list: { count, rows } }: ListProps) {
  const t = useTranslations("today.followUps");
  const client = useQueryClient();
  const dismiss = useMutation({
    mutationFn: ({ referenceId, setback }: FollowUp) => dismissFollowUpAction(environment, { referenceId, setback }),
    onSettled: () => client.invalidateQueries({ queryKey: dashboardCache.counts(environment).queryKey }),
  });
  if (count === 0) return null;
  return (
    <Card className="mt-4">
      <CardHeader>
        <CardTitle>{t(`${whose}.title`)}</CardTitle>
        <Badge tone="watch">{count < FOLLOW_UPS_MAX ? count : `${FOLLOW_UPS_MAX - 1}+`}</Badge>
        <span className="ml-auto text-xs text-subtle-foreground">{t(`${whose}.why`)}</span>
      </CardHeader>
      <div role="alert" className="empty:hidden">
        {dismiss.isError && <Alert tone="failed">{t("failed")}</Alert>}
        {dismiss.data?.ok === false && <Alert tone="watch">{t("notOpen")}</Alert>}
      </div>
      <ul aria-label={t(`${whose}.title`)}>
        {rows.map((row) => (
          <li
            key={row.referenceId}
            className="flex flex-wrap items-start justify-between gap-3 border-b border-border px-4 py-2.5 last:border-b-0"
          >
            <Line environment={environment} row={row} whose={whose} />
            <span className="flex flex-wrap gap-2">
              {row.isCorrectable && (
                <Link
                  prefetch={false}
                  href={correctPath(environment, row.referenceId)}
                  aria-label={t("correctOrder", { referenceId: row.referenceId })}
                  className={buttonVariants({ size: "small" })}
                >
                  {t("correct")}
                </Link>
              )}
              <Button
                size="small"
                focusableWhenDisabled
                disabled={dismiss.isPending}
                aria-label={t("dismissOrder", { referenceId: row.referenceId })}
                onClick={() => dismiss.mutate(row)}
              >
                {t("dismiss")}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {count > rows.length && (
        <p className="border-t border-border px-4 py-2.5 text-xs text-subtle-foreground">
          {t("more", { count: count - rows.length })}
        </p>
      )}
    </Card>
  );
}

function Line({ environment, row, whose }: { environment: Environment; row: FollowUp; whose: "own" | "others" }) {
  const t = useTranslations();
  const { referenceId, amount, currency, recipient, requestedBy, reason, hold, updatedAt } = row;
  return (
    <div className="grid min-w-0 gap-1">
      <p className="flex flex-wrap items-center gap-2">
        <StatusBadge order={row} />
        <Money amount={amount} currency={currency} />
        <span lang="ja">{recipient.destinationAccountName}</span>
        <span className="font-mono text-xs text-subtle-foreground">{recipient.destinationAccount}</span>
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground">
        <OrderLink environment={environment} referenceId={referenceId} />
        <Timestamp at={updatedAt} style="minute" />
        {whose === "others" && <span>{t("today.followUps.requestedBy", { name: requestedBy })}</span>}
      </p>
      {hold && <p>{t("today.held", { reason: hold })}</p>}
      {reason && <p className="break-words">{t("today.followUps.reason", { reason })}</p>}
    </div>
  );
}
