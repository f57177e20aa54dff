"use client";

import { Layers } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { QUEUE_LINK, QueueGroup, QueueRow } from "./queue-row";
import { type DashboardFigures, useDashboard } from "./use-dashboard";

/** Batches that go on only when a person acts, the oldest first. */
export function QueueBatches(figures: DashboardFigures) {
  const t = useTranslations("dashboard");
  const { environment } = figures;
  const { batches } = useDashboard(figures);
  if (batches.length === 0) return null;
  return (
    <QueueGroup title={t("groups.batches")} count={batches.length} tone="watch" note={t("oldestFirst")}>
      {batches.map(({ batchId, name, pause, at }) => (
        <QueueRow
          key={batchId}
          icon={Layers}
          tone="watch"
          title={name}
          detail={pause === null ? t("batchCameBack") : t("batchPaused", { reason: pause })}
          due={<Timestamp at={at} style="compact" />}
          action={
            <Link
              prefetch={false}
              className={QUEUE_LINK}
              href={`/${environment}/batches/${batchId}`}
              aria-label={t("viewBatch", { name })}
            >
              {t("review")}
            </Link>
          }
        />
      ))}
    </QueueGroup>
  );
}
