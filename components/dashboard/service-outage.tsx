"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type DashboardFigures, useDashboard } from "./use-dashboard";

/** The service does not answer, or our clocks are apart: both hold up everything else. Not there while all is well. */
export function ServiceOutage(props: DashboardFigures) {
  const t = useTranslations("today");
  const { environment } = props;
  const { pausedUntil, driftSeconds } = useDashboard(props).service;
  if (pausedUntil === null && driftSeconds === null) return null;
  return (
    <Card className="mt-4 flex flex-wrap items-center justify-between gap-3 border-l-3 border-l-warning px-4 py-3">
      <div className="grid gap-2">
        {pausedUntil !== null && (
          <div>
            <p className="font-semibold">{t("paused")}</p>
            <p className="text-muted-foreground">
              {t.rich("pausedWhy", { until: () => <Timestamp at={pausedUntil} style="recent" /> })}
            </p>
          </div>
        )}
        {driftSeconds !== null && (
          <div>
            <p className="font-semibold">
              {t("drift", { seconds: Math.abs(driftSeconds), direction: driftSeconds > 0 ? "ahead" : "behind" })}
            </p>
            <p className="text-muted-foreground">{t("driftWhy")}</p>
          </div>
        )}
      </div>
      <Link href={`/${environment}/connection`} className={buttonVariants()}>
        {t("connectionOpen")}
      </Link>
    </Card>
  );
}
