"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Empty } from "@/components/empty";
import { useTold } from "@/components/live";
import { Staleness } from "@/components/staleness";
import { Button, buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { activityCache } from "@/lib/activity/cache";
import { addressOf } from "@/lib/activity/place";
import type { ActivityFilter } from "@/lib/activity/schema";
import type { Environment } from "@/lib/environment";
import { ActivityItem } from "./activity-item";

type Props = {
  environment: Environment;
  filter: Omit<ActivityFilter, "before">;
  /** Where this page begins, as the address says it; null for the newest. */
  before: string | null;
  mayReadRaw: boolean;
  mayRecheck: boolean;
};

/** While we are told of news there is no need to ask often; it is asked all the same, in case a word was lost. */
const TOLD_MS = 60_000;
const UNTOLD_MS = 4_000;

/** A page of the log. What is new waits behind a button, so that nothing moves under the reader's eyes. */
export function ActivityLog({ environment, filter, before, mayReadRaw, mayRecheck }: Props) {
  const t = useTranslations("activity");
  const isTold = useTold();
  const query = useSuspenseQuery({
    ...activityCache.page(environment, addressOf(filter, before ?? undefined)),
    refetchInterval: isTold ? TOLD_MS : UNTOLD_MS,
  });
  const [shown, setShown] = useState(query.data);
  const fresh = new Map(query.data.entries.map((entry) => [entry.id, entry]));
  const known = new Set(shown.entries.map(({ id }) => id));
  const news = query.data.entries.filter(({ id }) => !known.has(id)).length;
  // Where nothing stood, nothing can move.
  if (shown.entries.length === 0 && news > 0) setShown(query.data);

  const entries = shown.entries.map((entry) => fresh.get(entry.id) ?? entry);
  const allNew = news === query.data.entries.length;
  const isFiltered = addressOf({ ...filter, kind: "all" }) !== "";
  const address = (place?: string) => `/${environment}/activity?${addressOf(filter, place)}` as const;
  return (
    <>
      <Staleness query={query} />
      <div className="mb-2 flex min-h-8.5 flex-wrap items-center gap-x-3 gap-y-2">
        <p className="text-xs text-ink-3">{before !== null ? t("olderPage") : isTold ? t("live") : t("notLive")}</p>
        <div role="status" className="ml-auto">
          {before === null && news > 0 && shown.entries.length > 0 && (
            <Button size="small" onClick={() => setShown(query.data)}>
              {t("news", { count: news, more: allNew ? "yes" : "no" })}
            </Button>
          )}
        </div>
      </div>
      <Card>
        {entries.length === 0 && (
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
      <nav aria-label={t("pages")} className="mt-3 flex gap-2">
        {before !== null && (
          <Link href={address()} className={buttonVariants()}>
            {t("newest")}
          </Link>
        )}
        {shown.older !== null && (
          <Link href={address(shown.older)} className={buttonVariants()}>
            {t("older")}
          </Link>
        )}
      </nav>
    </>
  );
}
