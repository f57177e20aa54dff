import { getTranslations } from "next-intl/server";
import { Timestamp } from "@/components/display/timestamp";
import { PrintedDays } from "@/components/filters/printed-days";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { PageSections } from "@/components/navigation/page-sections";
import { FindingsFilters } from "@/components/reports/findings-filters";
import { FindingsList } from "@/components/reports/findings-list";
import { FindingsTable } from "@/components/reports/findings-table";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { getFindings } from "@/lib/reports/findings/queries";
import { findingsAsked } from "@/lib/reports/findings/schema";

/** What the console caught, or would have caught where it only watches. */
export default async function FindingsPage({ params, searchParams }: PageProps<"/[environment]/reports/findings">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations();
  const view = await getFindings(ctx, findingsAsked.parse(await searchParams));
  const { filter, list, asOf } = view;
  const canExport = may(actor.role, "reconciliation:export");
  const mode = view.readOnly ? "watching" : "working";
  const found = view.sums.reduce((all, { count }) => all + count, 0);
  return (
    <ClientBoundary messages={["findings", "reports", "states", "common.*"]}>
      <PageFrame
        title={t(`findings.title.${mode}`)}
        summary={t.rich(`findings.summary.${mode}`, { b: (text) => <b>{text}</b>, count: found })}
      >
        <PageSections environment={environment} of="reports" current="/reports/findings" />
        <FindingsFilters environment={environment} filter={filter} canExport={canExport} />
        <PrintedDays days={filter} />
        <div className="grid grid-cols-1 gap-4">
          {asOf !== null && (
            <p role="status" className="text-sm text-muted-foreground">
              {t.rich("reports.asOf", { time: () => <Timestamp at={asOf} style="full" /> })}
            </p>
          )}
          <FindingsTable environment={environment} view={view} />
          {list && <FindingsList {...{ environment, filter, list, canExport }} />}
          <p className="max-w-prose text-xs text-muted-foreground">{t("findings.definition")}</p>
        </div>
      </PageFrame>
    </ClientBoundary>
  );
}
