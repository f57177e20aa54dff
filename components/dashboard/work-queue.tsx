"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Staleness } from "@/components/feedback/staleness";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import { transactionCache } from "@/lib/transactions/cache";
import { QueueApprovals } from "./queue-approvals";
import { QueueBatches } from "./queue-batches";
import { QueueDisagreements } from "./queue-disagreements";
import { QueueFollowUps } from "./queue-follow-ups";
import { QueueLateOrders, QueueOrders } from "./queue-orders";
import { QueuePlayers } from "./queue-players";
import { QueueService } from "./queue-service";
import { type DashboardFigures, useDashboard } from "./use-dashboard";

type Props = DashboardFigures & { mayApprove: boolean; mayMark: boolean };

/** What needs a user's action, by urgency: what a clock runs for comes first, what nothing is wrong with for certain last. */
export function WorkQueue({ mayApprove, mayMark, ...figures }: Props) {
  const t = useTranslations("dashboard");
  const { environment } = figures;
  const query = useSuspenseQuery(transactionCache.attention(environment));
  const { waiting } = useDashboard(figures);
  const isEmpty = waiting.dashboard + waiting["api-status"] + query.data.silent.length === 0;
  return (
    <div>
      <Staleness query={query} />
      <Card className="@container">
        <CardHeader>
          <CardTitle>{t("needs")}</CardTitle>
          {waiting.dashboard > 0 && <Count tone="watch">{waiting.dashboard}</Count>}
        </CardHeader>
        {isEmpty && <p className="px-4 py-5 text-muted-foreground">{t("needsNone")}</p>}
        <QueueOrders environment={environment} kinds={["unknown"]} />
        {mayApprove && <QueueApprovals environment={environment} />}
        <QueueBatches {...figures} />
        <QueueOrders environment={environment} kinds={["contradictory", "held", "notCreated"]} />
        <QueueDisagreements mayMark={mayMark} {...figures} />
        <QueuePlayers environment={environment} />
        <QueueFollowUps {...figures} />
        <QueueService {...figures} />
        <QueueLateOrders environment={environment} />
      </Card>
    </div>
  );
}
