"use client";

import { CalendarCheck } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { formatDay } from "@/lib/time";
import { QueueGroup, QueueLink, QueueRow } from "./queue-row";
import { type DashboardFigures, useDashboard } from "./use-dashboard";

/** Days that are due to be closed: one item, which leads to the oldest. */
export function QueueDays(figures: DashboardFigures) {
  const t = useTranslations("dashboard");
  const locale = useLocale();
  const { environment } = figures;
  const { daysNotClosed } = useDashboard(figures);
  const [oldest] = daysNotClosed;
  if (oldest === undefined) return null;
  const day = formatDay(oldest, locale);
  return (
    <QueueGroup title={t("groups.days")}>
      <QueueRow
        icon={CalendarCheck}
        tone="watch"
        title={t("daysNotClosed", { count: daysNotClosed.length })}
        detail={t("oldestDay", { day })}
        action={
          <QueueLink href={`/${environment}/daily-close/${oldest}`} label={t("viewDay", { day })}>
            {t("viewDayShort")}
          </QueueLink>
        }
      />
    </QueueGroup>
  );
}
