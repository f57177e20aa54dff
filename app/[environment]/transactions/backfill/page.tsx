import { getTranslations } from "next-intl/server";
import { BackfillRuns } from "@/components/backfill/backfill-runs";
import { StartBackfill } from "@/components/backfill/start-backfill";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { RoleMayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { listBackfills } from "@/lib/backfill/queries";
import { viewerContext } from "@/lib/http/viewer";

export default async function BackfillPage({ params }: PageProps<"/[environment]/transactions/backfill">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("backfill");
  const runs = may(actor.role, "backfill:start") ? await listBackfills(ctx) : null;
  return (
    <PageFrame
      title={t("title")}
      parent={{ href: `/${environment}/transactions`, title: (await getTranslations("sections"))("transactions") }}
      summary={
        runs && t("runCount", { count: runs.length, open: runs.filter(({ endedAt }) => endedAt === null).length })
      }
    >
      {runs ? (
        <ClientBoundary messages={["backfill", "imports", "fields", "problems", "stepUp", "common"]}>
          <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_23.75rem]">
            <StartBackfill environment={environment} />
            <BackfillRuns environment={environment} runs={runs} />
          </div>
        </ClientBoundary>
      ) : (
        <RoleMayNot why={t("mayNot")} />
      )}
    </PageFrame>
  );
}
