"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { ActivityItem } from "@/components/activity/activity-item";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { activityCache } from "@/lib/activity/cache";
import type { Environment } from "@/lib/environment";

const SHOWN = 8;

/** The last things that came in or were done. */
export function LiveActivity({ environment }: { environment: Environment }) {
  const t = useTranslations("today");
  const activity = useTranslations("activity");
  const query = useSuspenseQuery(activityCache.newest(environment, "all"));
  return (
    <div>
      <Staleness query={query} />
      <Card>
        <CardHeader>
          <CardTitle>{t("asItHappens")}</CardTitle>
          <Link href={`/${environment}/activity`} className="ml-auto text-xs text-primary hover:underline">
            {t("all")}
          </Link>
        </CardHeader>
        {query.data.length === 0 && <Empty title={activity("empty")}>{activity("emptyText")}</Empty>}
        <ol aria-label={t("asItHappens")}>
          {query.data.slice(0, SHOWN).map((entry) => (
            <ActivityItem key={entry.id} environment={environment} entry={entry} timeStyle="time" mayReadRaw={false} />
          ))}
        </ol>
      </Card>
    </div>
  );
}
