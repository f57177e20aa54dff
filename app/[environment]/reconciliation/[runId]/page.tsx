import { notFound } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { keptColumns } from "@/components/data-table/kept-columns";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { BrokenLines } from "@/components/reconciliation/broken-lines";
import { summaryOf } from "@/components/reconciliation/figures";
import { RunBadge } from "@/components/reconciliation/run-badge";
import { RunView } from "@/components/reconciliation/run-view";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { partsIn } from "@/lib/list/page";
import { reconciliationCache } from "@/lib/reconciliation/cache";
import { getReconciliation, listBrokenLines, listReconciliationRows, listWorkers } from "@/lib/reconciliation/queries";
import { linesAsked, oneRun, rowsAsked } from "@/lib/reconciliation/schema";
import { ROWS_ADDRESS } from "@/lib/reconciliation/state";
import { formatDay } from "@/lib/time";

const USUAL_COLUMNS = ["ledger", "service", "difference", "owner", "reason", "decision"];

export default async function RunPage({ params, searchParams }: PageProps<"/[environment]/reconciliation/[runId]">) {
  const { environment: named, runId: given } = await params;
  const ctx = await viewerContext(named);
  const { environment, actor } = ctx;
  const asked = oneRun.safeParse({ runId: given });
  const run = asked.success ? await getReconciliation(ctx, asked.data) : null;
  if (!run) notFound();
  const { runId, firstDay, lastDay, figures, open } = run;
  const search = await searchParams;
  const rows = await listReconciliationRows(ctx, rowsAsked.parse({ ...search, runId }));
  const broken = await listBrokenLines(ctx, linesAsked.parse({ runId, after: search.lines }));
  const mayChange = may(actor.role, "reconciliation:change");
  const t = await getTranslations("reconciliation");
  const locale = await getLocale();
  const day = (text: string) => formatDay(text, locale);
  const days = firstDay === lastDay ? day(firstDay) : t("run.days", { first: day(firstDay), last: day(lastDay) });
  const summary = figures && summaryOf(figures.classes);
  const brokenLines = broken && <BrokenLines {...{ environment, runId }} count={run.brokenRows} view={broken} />;
  return (
    <PageFrame
      title={t("run.of", { days })}
      parent={{ href: `/${environment}/reconciliation`, title: t("title") }}
      state={<RunBadge state={run.state} isSuperseded={run.isSuperseded} />}
      summary={
        summary &&
        t.rich("run.summary", {
          ...{ share: summary.share ?? "–", exceptions: summary.exceptions, open },
          b: (chunks) => <b>{chunks}</b>,
        })
      }
    >
      <ClientBoundary
        messages={[
          "reconciliation",
          "list",
          "fields",
          "problems",
          "stepUp",
          "dualControl",
          "failures",
          "common",
          "orders",
          "states",
        ]}
        queries={[
          seed(reconciliationCache.run(environment, runId), run),
          rows && seed(reconciliationCache.rows(environment, runId, partsIn(search, ROWS_ADDRESS)), rows),
        ]}
      >
        {figures && brokenLines}
        <RunView
          {...{ environment, runId, mayChange }}
          readerId={actor.id}
          mayExport={may(actor.role, "reconciliation:export")}
          columns={await keptColumns("reconciliation", USUAL_COLUMNS)}
          people={mayChange ? await listWorkers(ctx) : []}
        />
        {!figures && brokenLines}
      </ClientBoundary>
    </PageFrame>
  );
}
