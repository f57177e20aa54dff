import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { ActivityList } from "@/components/activity/activity-list";
import { ClientMessages } from "@/components/client-messages";
import { Seeded } from "@/components/seeded";
import { PageFrame } from "@/components/shell/page-frame";
import { TabLinks } from "@/components/tab-links";
import { activityCache } from "@/lib/activity/cache";
import { listActivity } from "@/lib/activity/queries";
import { ACTIVITY_KINDS, activityFilter } from "@/lib/activity/schema";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/auth/viewer";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("activity"))("title") };
}

export default async function ActivityPage({ params, searchParams }: PageProps<"/[environment]/activity">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("activity");
  const { kind } = activityFilter.parse(await searchParams);
  const tabs = ACTIVITY_KINDS.map((name) => ({
    name,
    text: t(`kinds.${name}`),
    href: `/${environment}/activity?kind=${name}` as const,
  }));
  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      <TabLinks label={t("filter")} tabs={tabs} current={kind} />
      <ClientMessages of={["activity", "actions", "states", "timeline", "common"]}>
        <Seeded seeds={[[activityCache.newest(environment, kind).queryKey, await listActivity(ctx, { kind })]]}>
          <ActivityList environment={environment} kind={kind} mayReadRaw={may(actor.role, "transactions:raw")} />
        </Seeded>
      </ClientMessages>
    </PageFrame>
  );
}
