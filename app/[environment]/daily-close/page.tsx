import { CalendarCheck, CalendarRange } from "lucide-react";
import Link from "next/link";
import { getLocale, getTranslations } from "next-intl/server";
import { DayList } from "@/components/daily-close/day-list";
import { MayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { Alert } from "@/components/ui/alert";
import { buttonVariants } from "@/components/ui/button";
import { may } from "@/lib/auth/permissions";
import { countDays, listDays } from "@/lib/daily-close/queries";
import { viewerContext } from "@/lib/http/viewer";
import { formatDay } from "@/lib/time";

export default async function DailyClosePage({ params }: PageProps<"/[environment]/daily-close">) {
  const ctx = await viewerContext((await params).environment);
  const { environment } = ctx;
  const t = await getTranslations("dailyClose");
  if (!may(ctx.actor.role, "daily_close:read")) return <MayNot title={t("title")} why={t("mayNot")} />;
  const [days, { open, closed, oldestOpen, unlisted }] = await Promise.all([listDays(ctx), countDays(ctx)]);
  const summary = t.rich("summary", { open, closed, b: (chunks) => <b>{chunks}</b> });
  const months = (
    <Link href={`/${environment}/daily-close/months`} className={buttonVariants()}>
      <CalendarRange aria-hidden />
      {t("months")}
    </Link>
  );
  const close = oldestOpen && may(ctx.actor.role, "daily_close:close") && (
    <Link href={`/${environment}/daily-close/${oldestOpen}`} className={buttonVariants({ variant: "primary" })}>
      <CalendarCheck aria-hidden />
      {t("review", { day: formatDay(oldestOpen, await getLocale()) })}
    </Link>
  );
  return (
    <PageFrame
      title={t("title")}
      summary={summary}
      actions={
        <>
          {months}
          {close}
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <DayList environment={environment} days={days} />
        {unlisted > 0 && <Alert tone="watch">{t("unlisted", { count: unlisted })}</Alert>}
      </div>
    </PageFrame>
  );
}
