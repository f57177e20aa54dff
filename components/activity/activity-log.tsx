"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ListAddressProvider } from "@/components/data-table/list-address";
import { LogFilters, LogView } from "@/components/data-table/log-view";
import { NewsPill } from "@/components/data-table/news-pill";
import { Empty } from "@/components/feedback/empty";
import { Staleness } from "@/components/feedback/staleness";
import { useFurther } from "@/components/filters/use-further";
import { useLiveUpdates } from "@/components/live";
import { activityCache } from "@/lib/activity/cache";
import { ACTIVITY_PARTS, addressOf, stopsAbove } from "@/lib/activity/filter";
import type { ActivityChoice, ActivityEntry, LogPage } from "@/lib/activity/schema";
import type { Environment } from "@/lib/environment";
import { fetchView } from "@/lib/fetch-view";
import { ACTIVITY_CARD, useActivityColumns } from "./activity-columns";
import { ActivityPanel } from "./activity-panel";
import { useActivityFacets } from "./use-activity-facets";

type Props = {
  environment: Environment;
  filter: ActivityChoice;
  /** Where this page begins, as the address says it; null for the newest. */
  before: string | null;
  asked: ActivityEntry | null;
  mayReadRaw: boolean;
  mayRecheck: boolean;
};

/** With live updates, refetching is rare; it still happens, in case an event was lost. */
const TOLD_MS = 60_000;
const UNTOLD_MS = 4_000;

const keyOf = ({ id }: ActivityEntry) => id;

/** The event log with its filters, which stay as they are while another page of it is shown. */
export function ActivityLog(props: Props) {
  const t = useTranslations("activity");
  const { environment, filter, before } = props;
  return (
    <ListAddressProvider path={`/${environment}/activity`} parts={ACTIVITY_PARTS} isReadByPage>
      <LogFilters
        find={{ part: "q", name: t("search"), hint: t("searchHint") }}
        facets={useActivityFacets()}
        exportPath={`/api/${environment}/activity/export`}
      />
      <Entries key={addressOf(filter, before ?? undefined)} {...props} />
    </ListAddressProvider>
  );
}

/** A page of the log. What is new waits behind a button, so that nothing moves under the reader's eyes. */
function Entries({ environment, filter, before, asked, mayReadRaw, mayRecheck }: Props) {
  const t = useTranslations("activity");
  const { query, isOpen, entries, scan, news, showNews } = useActivity({ environment, filter, before });
  const columns = useActivityColumns(environment);
  const isFiltered = addressOf({ ...filter, kind: "all" }) !== "";
  return (
    <>
      <Staleness query={query} />
      <LogView
        caption={t("title")}
        rows={entries}
        {...{ keyOf, columns, scan, asked }}
        card={ACTIVITY_CARD}
        news={<NewsPill onShow={showNews}>{news}</NewsPill>}
        state={<p>{before !== null ? t("olderPage") : isOpen ? t("live") : t("notLive")}</p>}
        empty={
          <Empty title={isFiltered ? t("nothingFound") : t("empty")}>
            {isFiltered ? t("nothingFoundText") : t("emptyText")}
          </Empty>
        }
        panel={(entry, steps) => <ActivityPanel {...{ environment, entry, steps, mayReadRaw, mayRecheck }} />}
      />
    </>
  );
}

/** The entries as they were when the page was opened, each with its newest state, and in words what came since. */
function useActivity({ environment, filter, before }: Pick<Props, "environment" | "filter" | "before">) {
  const t = useTranslations("activity");
  const isOpen = useLiveUpdates();
  const query = useSuspenseQuery({
    ...activityCache.page(environment, addressOf(filter, before ?? undefined)),
    refetchInterval: isOpen ? TOLD_MS : UNTOLD_MS,
  });
  const [shown, setShown] = useState(query.data);
  const fresh = new Map(query.data.entries.map((entry) => [entry.id, entry]));
  const known = new Set(shown.entries.map(keyOf));
  const count = query.data.entries.filter(({ id }) => !known.has(id)).length;
  // Where nothing stood, nothing can move.
  if (shown.entries.length === 0 && count > 0) setShown(query.data);

  const { further, isLooking } = useFurther<ActivityEntry>({
    list: activityCache.further(environment, addressOf(filter)),
    from: shown.isPart ? shown.older : null,
    shown: shown.entries.length,
    step: async (place, signal) => {
      const path = `/api/${environment}/activity?${addressOf(filter, place)}`;
      const { entries: rows, older: end } = await fetchView<LogPage>(path, signal);
      return { rows, end };
    },
  });
  const older = further ? further.end : shown.older;
  // More events than one step can load.
  const isGap = stopsAbove(query.data, shown);
  const isMore = isGap || count === query.data.entries.length;
  const isNews = before === null && (isGap || (count > 0 && shown.entries.length > 0));
  return {
    ...{ query, isOpen },
    entries: [...shown.entries, ...(further?.rows ?? [])].map((entry) => fresh.get(entry.id) ?? entry),
    scan: { older, isPart: shown.isPart, isLooking },
    news: isNews ? (count > 0 ? t("news", { count, more: isMore ? "yes" : "no" }) : t("newsLikely")) : null,
    showNews: () => setShown(query.data),
  };
}
