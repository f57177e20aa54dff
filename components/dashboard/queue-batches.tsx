"use client";

import { Layers } from "lucide-react";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import type { StoppedBatch } from "@/lib/batches/schema";
import { QueueGroup, QueueLink, QueueRow } from "./queue-row";
import { type DashboardFigures, useDashboard } from "./use-dashboard";

/** Batches that go on only when a person acts, the oldest first. */
export function QueueBatches(figures: DashboardFigures) {
  const t = useTranslations("dashboard");
  const { environment } = figures;
  const { batches } = useDashboard(figures);
  if (batches.length === 0) return null;
  const detailOf = ({ pause, isDeclined, isRetry }: Pick<StoppedBatch, "pause" | "isDeclined" | "isRetry">) => {
    if (pause !== null) return t("batchPaused", { reason: pause });
    if (!isDeclined) return t("batchCameBack");
    return t(isRetry ? "batchRetryDeclined" : "batchDeclined");
  };
  return (
    <QueueGroup title={t("groups.batches")} count={batches.length} tone="watch" note={t("oldestFirst")}>
      {batches.map(({ batchId, name, at, ...batch }) => (
        <QueueRow
          key={batchId}
          icon={Layers}
          tone="watch"
          title={name}
          detail={detailOf(batch)}
          due={<Timestamp at={at} style="compact" />}
          action={
            <QueueLink href={`/${environment}/batches/${batchId}`} label={t("viewBatch", { name })}>
              {t("view")}
            </QueueLink>
          }
        />
      ))}
    </QueueGroup>
  );
}
