"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { ScanProgress } from "@/components/feedback/scan-progress";
import { Staleness } from "@/components/feedback/staleness";
import { useFurther } from "@/components/filters/use-further";
import { useLiveUpdates } from "@/components/live";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { activityCache } from "@/lib/activity/cache";
import { addressOf, momentOf, stopsAbove } from "@/lib/activity/filter";
import type { ActivityChoice, ActivityEntry, LogPage } from "@/lib/activity/schema";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import { ActivityItem } from "./activity-item";

type Props = {
  environment: Environment;
  filter: ActivityChoice;
  /** Where this page begins, as the address says it; null for the newest. */
  before: string | null;
  mayReadRaw: boolean;
  mayRecheck: boolean;
};

/** With live updates, refetching is rare; it still happens, in case an event was lost. */
const TOLD_MS = 60_000;
const UNTOLD_MS = 4_000;

/** A page of the log. What is new waits behind a button, so that nothing moves under the reader's eyes. */
export function ActivityLog({ environment, filter, before, mayReadRaw, mayRecheck }: Props) {
  const t = useTranslations("activity");
  const more = useTranslations("scanProgress");
  const isOpen = useLiveUpdates();
  const query = useSuspenseQuery({
    ...activityCache.page(environment, addressOf(filter, before ?? undefined)),
    refetchInterval: isOpen ? TOLD_MS : UNTOLD_MS,
  });
  const [shown, setShown] = useState(query.data);
  const fresh = new Map(query.data.entries.map((entry) => [entry.id, entry]));
  const known = new Set(shown.entries.map(({ id }) => id));
  const news = query.data.entries.filter(({ id }) => !known.has(id)).length;
  // Where nothing stood, nothing can move.
  if (shown.entries.length === 0 && news > 0) setShown(query.data);

  const { further, isLooking } = useFurther<ActivityEntry>({
    list: activityCache.further(environment, addressOf(filter)),
    from: shown.isPart ? shown.older : null,
    shown: shown.entries.length,
    step: async (place, reach, signal) => {
      const path = `/api/${environment}/activity?${addressOf(filter, place)}&reach=${reach}`;
      const { entries: rows, older: end } = await fetchView<LogPage>(path, signal);
      return { rows, end };
    },
  });
  const older = further ? further.end : shown.older;
  const entries = [...shown.entries, ...(further?.rows ?? [])].map((entry) => fresh.get(entry.id) ?? entry);
  // More events than one step can load.
  const isGap = stopsAbove(query.data, shown);
  const allNew = news === query.data.entries.length;
  const isFiltered = addressOf({ ...filter, kind: "all" }) !== "";
  const address = (place?: string) => `/${environment}/activity?${addressOf(filter, place)}` as const;
  return (
    <>
      <Staleness query={query} />
      <div className="mb-2 flex min-h-8.5 flex-wrap items-center gap-x-3 gap-y-2">
        <p className="text-xs text-subtle-foreground">
          {before !== null ? t("olderPage") : isOpen ? t("live") : t("notLive")}
        </p>
        <div role="status" className="ml-auto">
          {before === null && (isGap || (news > 0 && shown.entries.length > 0)) && (
            <Button size="small" onClick={() => setShown(query.data)}>
              {news > 0 ? t("news", { count: news, more: allNew || isGap ? "yes" : "no" }) : t("newsLikely")}
            </Button>
          )}
        </div>
      </div>
      <Card>
        {entries.length === 0 && older !== null && <Empty title={more("noneSoFar")}>{more("noneSoFarText")}</Empty>}
        {entries.length === 0 && older === null && (
          <Empty title={isFiltered ? t("nothingFound") : t("empty")}>
            {isFiltered ? t("nothingFoundText") : t("emptyText")}
          </Empty>
        )}
        <ol aria-label={t("title")}>
          {entries.map((entry) => (
            <ActivityItem
              key={entry.id}
              environment={environment}
              entry={entry}
              timeStyle="full"
              mayReadRaw={mayReadRaw}
              mayRecheck={mayRecheck}
            />
          ))}
        </ol>
      </Card>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <nav aria-label={t("pages")} className="flex gap-2">
          {before !== null && (
            <Link href={address()} className={buttonVariants()}>
              {t("newest")}
            </Link>
          )}
          {older !== null && (
            <Link href={address(older)} className={buttonVariants()}>
              {shown.isPart ? more("searchFurther") : t("older")}
            </Link>
          )}
        </nav>
        {shown.isPart && older !== null && (
          <ScanProgress place={<Timestamp at={momentOf(older)} style="minute" />} isLooking={isLooking} />
        )}
      </div>
    </>
  );
}
