"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Empty } from "@/components/empty";
import { Staleness } from "@/components/staleness";
import { Card } from "@/components/ui/card";
import { activityCache } from "@/lib/activity/cache";
import type { ActivityKind } from "@/lib/activity/schema";
import type { Environment } from "@/lib/environment";
import { ActivityItem } from "./activity-item";

type Props = { environment: Environment; kind: ActivityKind; mayReadRaw: boolean };

/** The log, as it happens. */
export function ActivityList({ environment, kind, mayReadRaw }: Props) {
  const t = useTranslations("activity");
  const query = useSuspenseQuery(activityCache.newest(environment, kind));
  const entries = query.data;
  return (
    <>
      <Staleness query={query} />
      <Card>
        {entries.length === 0 && <Empty title={t("empty")}>{t("emptyText")}</Empty>}
        <ol aria-label={t("title")}>
          {entries.map((entry) => (
            <ActivityItem
              key={entry.id}
              environment={environment}
              entry={entry}
              timeStyle="full"
              mayReadRaw={mayReadRaw}
            />
          ))}
        </ol>
      </Card>
    </>
  );
}
