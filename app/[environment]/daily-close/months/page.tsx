import { getTranslations } from "next-intl/server";
import { MonthTable } from "@/components/months/month-table";
import { MayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { listMonths } from "@/lib/months/queries";

export default async function MonthsPage({ params }: PageProps<"/[environment]/daily-close/months">) {
  const ctx = await viewerContext((await params).environment);
  const { environment } = ctx;
  const t = await getTranslations("months");
  const days = await getTranslations("dailyClose");
  const parent = { href: `/${environment}/daily-close`, title: days("title") } as const;
  if (!may(ctx.actor.role, "daily_close:read")) return <MayNot title={t("title")} why={days("mayNot")} />;
  const months = await listMonths(ctx);
  const packed = months.filter(({ latest }) => latest?.packed).length;
  const summary = t.rich("summary", { months: months.length, packed, b: (chunks) => <b>{chunks}</b> });
  return (
    <PageFrame title={t("title")} parent={parent} summary={summary}>
      <MonthTable environment={environment} months={months} />
    </PageFrame>
  );
}
