import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Empty } from "@/components/feedback/empty";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { PageSections } from "@/components/navigation/page-sections";
import { RunTable } from "@/components/reconciliation/run-table";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { listReconciliations } from "@/lib/reconciliation/queries";
import { runsAsked } from "@/lib/reconciliation/schema";

export default async function ReconciliationPage({ params, searchParams }: PageProps<"/[environment]/reconciliation">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("reconciliation");
  const { rows, below } = await listReconciliations(ctx, runsAsked.parse(await searchParams));
  const add = may(actor.role, "reconciliation:change") && (
    <Link href={`/${environment}/reconciliation/new`} className={buttonVariants({ variant: "primary" })}>
      {t("new")}
    </Link>
  );
  return (
    <PageFrame
      title={t("title")}
      summary={t.rich("counts", { count: rows.length, b: (chunks) => <b>{chunks}</b> })}
      actions={add}
    >
      <ClientBoundary messages={["reconciliation.sections"]}>
        <PageSections environment={environment} of="reconciliation" current="/reconciliation" />
      </ClientBoundary>
      {rows.length > 0 ? (
        <RunTable environment={environment} runs={rows} />
      ) : (
        <Card>
          <Empty title={t("emptyTitle")}>{t("emptyText")}</Empty>
        </Card>
      )}
      {below && (
        <Link
          href={`/${environment}/reconciliation?after=${encodeURIComponent(below)}`}
          className={buttonVariants({ className: "mt-3" })}
        >
          {t("older")}
        </Link>
      )}
    </PageFrame>
  );
}
