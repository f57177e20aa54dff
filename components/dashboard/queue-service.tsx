"use client";

import { ClockAlert, ShieldAlert, Unplug } from "lucide-react";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { forgedPath } from "@/lib/activity/filter";
import { Age } from "./age";
import { QueueGroup, QueueLink, QueueRow } from "./queue-row";
import { type DashboardFigures, useDashboard } from "./use-dashboard";

/** The service does not answer, our clocks are apart, or signatures fail. Not there while all is well. */
export function QueueService(props: DashboardFigures) {
  const t = useTranslations("dashboard");
  const { environment } = props;
  const { service, forged, waiting } = useDashboard(props);
  const { pausedUntil, driftSeconds } = service;
  if (waiting["api-status"] === 0) return null;
  const connection = <QueueLink href={`/${environment}/api-status`}>{t("open")}</QueueLink>;
  return (
    <QueueGroup title={t("groups.service")} count={waiting["api-status"]} tone="watch">
      {pausedUntil !== null && (
        <QueueRow icon={Unplug} tone="watch" title={t("paused")} action={connection}>
          <p>{t.rich("pausedWhy", { until: () => <Timestamp at={pausedUntil} style="recent" /> })}</p>
        </QueueRow>
      )}
      {driftSeconds !== null && (
        <QueueRow
          icon={ClockAlert}
          tone="watch"
          title={t("drift", { seconds: Math.abs(driftSeconds), direction: driftSeconds > 0 ? "ahead" : "behind" })}
          action={connection}
        >
          <p>{t("driftWhy")}</p>
        </QueueRow>
      )}
      {forged.lastAt !== null && (
        <QueueRow
          icon={ShieldAlert}
          tone="failed"
          title={t("forged", { count: forged.count, more: forged.isMore ? "yes" : "no" })}
          due={<Age at={forged.lastAt} />}
          action={<QueueLink href={forgedPath(environment, forged)}>{t("open")}</QueueLink>}
        >
          <p>{t("forgedWhy")}</p>
        </QueueRow>
      )}
    </QueueGroup>
  );
}
