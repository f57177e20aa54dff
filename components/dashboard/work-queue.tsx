"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Staleness } from "@/components/feedback/staleness";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { Count } from "@/components/ui/count";
import { Segmented } from "@/components/ui/segmented";
import { useFocusAfter } from "@/components/use-focus-after";
import type { VolumeView } from "@/lib/dashboard/schema";
import { transactionCache } from "@/lib/transactions/cache";
import { isCut, isCutAt } from "@/lib/withdrawals/follow-up";
import { ClosedToday } from "./closed-today";
import { QueueApprovals } from "./queue-approvals";
import { QueueBatches } from "./queue-batches";
import { QueueDays } from "./queue-days";
import { QueueDisagreements } from "./queue-disagreements";
import { QueueFollowUps } from "./queue-follow-ups";
import { QueueLateOrders, QueueOrders } from "./queue-orders";
import { QueuePlayers } from "./queue-players";
import { QueueRequests } from "./queue-requests";
import { QueueService } from "./queue-service";
import { type DashboardFigures, useDashboard } from "./use-dashboard";

type Props = DashboardFigures & { volume: VolumeView; mayApprove: boolean; mayMark: boolean };

/**
 * What needs a user's action, by urgency: what a clock runs for comes first, what nothing is wrong with for certain
 * last. Assigned to the reader are decisions that they may make, and their own requests that came back.
 */
export function WorkQueue({ volume, mayApprove, mayMark, ...figures }: Props) {
  const t = useTranslations("dashboard");
  const { environment } = figures;
  const query = useSuspenseQuery(transactionCache.attention(environment));
  const { waiting, followUps, requests } = useDashboard(figures);
  const [shown, setShown] = useState<"all" | "mine">("all");
  // With nothing to choose from there is no switch, and what needs no action would stay hidden.
  const isMine = shown === "mine" && waiting.dashboard > 0;
  const mine = (mayApprove ? waiting.approvals : 0) + requests.length + (followUps?.own.count ?? 0);
  const title = useFocusAfter<HTMLHeadingElement>(requests.map(({ id }) => id).join());
  const isMineCut = isCutAt(followUps?.own.count ?? 0);
  return (
    <div>
      <Staleness query={query} />
      <Card className="@container">
        <CardHeader>
          <CardTitle ref={title} tabIndex={-1}>
            {t("needs")}
          </CardTitle>
          {waiting.dashboard > 0 && (
            <Count tone="watch">
              {waiting.dashboard}
              {isCut(followUps) && "+"}
            </Count>
          )}
          {waiting.dashboard > 0 && (
            <Segmented
              label={t("whose.label")}
              name="whose"
              className="ml-auto"
              value={shown}
              options={[
                { value: "all", text: t("whose.all") },
                { value: "mine", text: t("whose.mine", { count: mine, more: isMineCut ? "yes" : "no" }) },
              ]}
              onChoose={setShown}
            />
          )}
        </CardHeader>
        {waiting.dashboard === 0 && <p className="px-4 py-5 text-muted-foreground">{t("needsNone")}</p>}
        {isMine && mine === 0 && <p className="px-4 py-5 text-muted-foreground">{t("whose.none")}</p>}
        {!isMine && <QueueOrders environment={environment} kinds={["unknown"]} />}
        {mayApprove && <QueueApprovals environment={environment} />}
        {!isMine && (
          <>
            <QueueBatches {...figures} />
            <QueueOrders environment={environment} kinds={["contradictory", "held", "notCreated"]} />
            <QueueDisagreements mayMark={mayMark} {...figures} />
            <QueuePlayers environment={environment} />
          </>
        )}
        <QueueRequests {...figures} />
        <QueueFollowUps onlyOwn={isMine} {...figures} />
        {!isMine && (
          <>
            <QueueDays {...figures} />
            <QueueService {...figures} />
            <QueueLateOrders environment={environment} />
          </>
        )}
        {!isMine && <ClosedToday environment={environment} first={volume} />}
      </Card>
    </div>
  );
}
