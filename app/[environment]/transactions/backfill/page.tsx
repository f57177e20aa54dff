import { getTranslations } from "next-intl/server";
import { BackfillRuns, BackfillSummary } from "@/components/backfill/backfill-runs";
import { StartBackfill } from "@/components/backfill/start-backfill";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { RoleMayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { backfillCache } from "@/lib/backfill/cache";
import { listBackfills } from "@/lib/backfill/queries";
import { viewerContext } from "@/lib/http/viewer";

export default async function BackfillPage({ params }: PageProps<"/[environment]/transactions/backfill">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("backfill");
  const title = t("title");
  const parent = {
    href: `/${environment}/transactions`,
    title: (await getTranslations("sections"))("transactions"),
  } as const;
  if (!may(actor.role, "backfill:start"))
    return (
      <PageFrame {...{ title, parent }}>
        <RoleMayNot why={t("mayNot")} />
      </PageFrame>
    );
  const queries = [seed(backfillCache.runs(environment), await listBackfills(ctx))];
  return (
    <ClientBoundary messages={["backfill", "imports", "fields", "problems", "stepUp", "common"]} queries={queries}>
      <PageFrame {...{ title, parent }} summary={<BackfillSummary environment={environment} />}>
        <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_23.75rem]">
          <StartBackfill environment={environment} />
          <BackfillRuns environment={environment} />
        </div>
      </PageFrame>
    </ClientBoundary>
  );
}
