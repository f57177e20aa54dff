import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { BackfillProgress } from "@/components/backfill/backfill-progress";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { backfillCache } from "@/lib/backfill/cache";
import { getBackfill } from "@/lib/backfill/queries";
import { rowsOfRun } from "@/lib/backfill/schema";
import { viewerContext } from "@/lib/http/viewer";

type Props = PageProps<"/[environment]/transactions/backfill/[runId]">;

export default async function HistoryPage({ params, searchParams }: Props) {
  const given = await params;
  const ctx = await viewerContext(given.environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("backfill");
  const wanted = rowsOfRun.safeParse({ ...(await searchParams), runId: given.runId });
  const view = wanted.success && may(actor.role, "backfill:start") ? await getBackfill(ctx, wanted.data) : null;
  if (!wanted.success || !view) notFound();
  const { runId: _run, ...filter } = wanted.data;
  const options = backfillCache.one(environment, view.id, filter);
  const queries = [seed(options, view)];
  return (
    <PageFrame
      title={t("title")}
      parent={{ href: `/${environment}/transactions/backfill`, title: t("runs") }}
      summary={t("leave")}
    >
      <ClientBoundary messages={["backfill", "failures", "common"]} queries={queries}>
        <BackfillProgress key={options.queryKey.join()} environment={environment} runId={view.id} filter={filter} />
      </ClientBoundary>
    </PageFrame>
  );
}
