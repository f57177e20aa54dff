import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DayList } from "@/components/daily-close/day-list";
import { Empty } from "@/components/feedback/empty";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { listDays } from "@/lib/daily-close/queries";
import { viewerContext } from "@/lib/http/viewer";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("closing"))("title") };
}

export default async function ClosingPage({ params }: PageProps<"/[environment]/closing">) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("closing");
  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      {may(ctx.actor.role, "daily_close:read") ? (
        <DayList environment={ctx.environment} days={await listDays(ctx)} />
      ) : (
        <Empty title={t("mayNot")} />
      )}
    </PageFrame>
  );
}
