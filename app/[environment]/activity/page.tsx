import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { ActivityLog } from "@/components/activity/activity-log";
import { TabLinks } from "@/components/filters/tab-links";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { activityCache } from "@/lib/activity/cache";
import { addressOf } from "@/lib/activity/filter";
import { getLogEntry, readLog } from "@/lib/activity/queries";
import { ACTIVITY_KINDS, activityFilter, openedEntry } from "@/lib/activity/schema";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";

export default async function ActivityPage({ params, searchParams }: PageProps<"/[environment]/activity">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("activity");
  const given = await searchParams;
  const { before: place, ...filter } = activityFilter.parse(given);
  const before = place ? String(given.before) : null;
  const query = addressOf(filter, before ?? undefined);
  const { from, to, q, order } = filter;
  const tabs = ACTIVITY_KINDS.map((name) => ({
    name,
    text: t(`kinds.${name}`),
    // A cause is a callback's; what else was asked for stays.
    href: `/${environment}/activity?${addressOf({ kind: name, from, to, q, order })}` as const,
  }));
  const connection = (
    <Link href={`/${environment}/api-status`} className={buttonVariants()}>
      {(await getTranslations("sections"))("api-status")}
    </Link>
  );
  const { entry } = openedEntry.parse(given);
  const [page, asked] = await Promise.all([
    readLog(ctx, { ...filter, before: place }),
    entry ? getLogEntry(ctx, entry) : null,
  ]);
  return (
    <PageFrame title={t("title")} summary={t("lead")} actions={connection}>
      <TabLinks label={t("filter")} tabs={tabs} current={filter.kind} className="mb-4" />
      <ClientBoundary
        messages={[
          ...(["activity", "list", "scanProgress", "actions", "states", "timeline", "problems", "common"] as const),
          "players.displayStatuses",
        ]}
        queries={[seed(activityCache.page(environment, query), page)]}
      >
        <ActivityLog
          environment={environment}
          filter={filter}
          before={before}
          asked={asked}
          mayReadRaw={may(actor.role, "transactions:read_raw")}
          mayRecheck={may(actor.role, "deliveries:recheck")}
        />
      </ClientBoundary>
    </PageFrame>
  );
}
