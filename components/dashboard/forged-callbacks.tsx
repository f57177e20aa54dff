"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { Timestamp } from "@/components/display/timestamp";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { type DashboardFigures, useDashboard } from "./use-dashboard";

/** Callbacks with a wrong signature today. None had an effect. Hidden if there are none. */
export function ForgedCallbacks(props: DashboardFigures) {
  const t = useTranslations("today");
  const { environment } = props;
  const { count, lastAt } = useDashboard(props).forged;
  if (lastAt === null) return null;
  const at = () => <Timestamp at={lastAt} style="minute" />;
  return (
    <Card className="mt-4 flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div>
        <p className="font-semibold text-destructive">{t("forged", { count })}</p>
        <p className="text-muted-foreground">{t.rich("forgedWhy", { at })}</p>
      </div>
      <Link href={`/${environment}/activity?cause=wrong_signature`} className={buttonVariants()}>
        {t("forgedOpen")}
      </Link>
    </Card>
  );
}
