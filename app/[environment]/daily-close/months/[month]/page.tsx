import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { MonthPage as Month } from "@/components/months/month-page";
import { MonthState } from "@/components/months/month-state";
import { MayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { monthsCache } from "@/lib/months/cache";
import { getMonth } from "@/lib/months/queries";
import { oneMonth } from "@/lib/months/schema";
import { formatMonth } from "@/lib/time";

type Props = PageProps<"/[environment]/daily-close/months/[month]">;

export default async function MonthPage({ params }: Props) {
  const { environment: named, month } = await params;
  const ctx = await viewerContext(named);
  const { environment, actor } = ctx;
  const t = await getTranslations("months");
  if (!may(actor.role, "daily_close:read")) {
    const days = await getTranslations("dailyClose");
    return <MayNot title={t("title")} why={days("mayNot")} />;
  }
  const asked = oneMonth.safeParse({ month });
  const view = asked.success ? await getMonth(ctx, asked.data) : null;
  if (!view) notFound();
  return (
    <PageFrame
      title={t("of", { month: formatMonth(month, await getLocale()) })}
      parent={{ href: `/${environment}/daily-close/months`, title: t("title") }}
      state={<MonthState month={view} />}
      summary={t("tokyo")}
    >
      <ClientBoundary
        messages={["months", "dailyClose.states", "journals.kinds", "problems", "stepUp", "common"]}
        queries={[seed(monthsCache.month(environment, view.month), view)]}
      >
        <Month
          environment={environment}
          month={view.month}
          mayPack={may(actor.role, "months:pack")}
          mayDownload={may(actor.role, "reconciliation:export")}
          mayMap={may(actor.role, "journal_accounts:change")}
        />
      </ClientBoundary>
    </PageFrame>
  );
}
