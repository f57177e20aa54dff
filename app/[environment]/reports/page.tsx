import { getLocale, getTranslations } from "next-intl/server";
import { PrintedDays } from "@/components/filters/printed-days";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { PageSections } from "@/components/navigation/page-sections";
import { ReportFilters } from "@/components/reports/report-filters";
import { ReportView } from "@/components/reports/report-view";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { formatAmount } from "@/lib/money/format";
import { getReport } from "@/lib/reports/queries";
import { isUnrecorded, reportAsked } from "@/lib/reports/schema";
import { formatDay } from "@/lib/time";

export default async function ReportsPage({ params, searchParams }: PageProps<"/[environment]/reports">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("reports");
  const sections = await getTranslations("sections");
  const report = await getReport(ctx, reportAsked.parse(await searchParams));
  const { total, filter, currencies, since } = report;
  const type = t(`types.${filter.type}`);
  return (
    <ClientBoundary messages={["reports", "charts", "common.*"]}>
      <PageFrame
        title={sections("reports")}
        summary={
          since !== null && isUnrecorded(report, total)
            ? t("unrecorded", { type, since: formatDay(since, await getLocale()) })
            : t.rich("summary", {
                ...{ b: (text) => <b>{text}</b>, type, count: total.paid.toLocaleString("en") },
                volume: formatAmount(total.volume, filter.currency),
              })
        }
      >
        <PageSections environment={environment} of="reports" current="/reports" />
        <ReportFilters
          environment={environment}
          filter={filter}
          currencies={currencies}
          canExport={may(actor.role, "transactions:export")}
        />
        <PrintedDays days={filter} />
        <ReportView environment={environment} report={report} />
      </PageFrame>
    </ClientBoundary>
  );
}
