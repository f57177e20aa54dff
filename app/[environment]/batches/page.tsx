import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { BatchList } from "@/components/batches/batch-list";
import { keptColumns } from "@/components/data-table/kept-columns";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { may } from "@/lib/auth/permissions";
import { batchCache } from "@/lib/batches/cache";
import { listBatches } from "@/lib/batches/queries";
import { batchesAsked } from "@/lib/batches/schema";
import { BATCHES_ADDRESS } from "@/lib/batches/state";
import { viewerContext } from "@/lib/http/viewer";
import { partsIn } from "@/lib/list/page";

const USUAL_COLUMNS = ["state", "rows", "sums", "by", "at"];

export default async function BatchesPage({ params, searchParams }: PageProps<"/[environment]/batches">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("batches");
  const given = await searchParams;
  const view = await listBatches(ctx, batchesAsked.parse(given));
  const add = may(actor.role, "withdrawals:create") && (
    <Link href={`/${environment}/batches/new`} className={buttonVariants({ variant: "primary" })}>
      {t("new")}
    </Link>
  );
  return (
    <PageFrame
      title={t("title")}
      summary={t.rich("counts", { ...view.counts, b: (chunks) => <b>{chunks}</b> })}
      actions={add}
    >
      <ClientBoundary
        messages={["batches.list", "batches.headlines", "list", "failures", "problems", "common.*"]}
        queries={[seed(batchCache.page(environment, partsIn(given, BATCHES_ADDRESS)), view)]}
      >
        <BatchList environment={environment} columns={await keptColumns("batches", USUAL_COLUMNS)} add={add} />
      </ClientBoundary>
    </PageFrame>
  );
}
