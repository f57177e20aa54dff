"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { VolumeView } from "@/lib/dashboard/schema";
import type { Environment } from "@/lib/environment";
import { tokyoDay } from "@/lib/time";
import { useVolume } from "./use-dashboard";

/** What has left the work queue today. */
export function ClosedToday({ environment, first }: { environment: Environment; first: VolumeView }) {
  const t = useTranslations("dashboard.closed");
  const { from, closed } = useVolume(environment, first);
  if (closed.count === 0 || closed.medianSeconds === null) return null;
  const minutes = Math.round(closed.medianSeconds / 60);
  const median =
    minutes < 60 ? t("minutes", { minutes }) : t("hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  return (
    <footer className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-border px-4 py-2 text-xs text-muted-foreground">
      <p>
        {t.rich("summary", { count: closed.count, median, b: (text) => <b className="text-foreground">{text}</b> })}
      </p>
      <Link
        href={`/${environment}/activity?kind=users&from=${tokyoDay(new Date(from))}`}
        className="ml-auto min-h-6 text-primary hover:underline"
      >
        {t("view")}
      </Link>
    </footer>
  );
}
