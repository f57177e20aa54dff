import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { MarkOpened } from "@/components/approvals/mark-opened";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { PayeeImport } from "@/components/payees/file-import/payee-import";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { getPayeeImport } from "@/lib/payees/file-import/queries";
import { oneImport } from "@/lib/payees/file-import/schema";

export default async function PayeeImportPage({ params }: PageProps<"/[environment]/payees/imports/[importId]">) {
  const wanted = await params;
  const ctx = await viewerContext(wanted.environment);
  const { environment, actor } = ctx;
  const asked = oneImport.safeParse(wanted);
  const file = asked.success ? await getPayeeImport(ctx, asked.data) : null;
  if (!file) notFound();
  const t = await getTranslations("payees");
  return (
    <PageFrame title={file.name} parent={{ href: `/${environment}/payees`, title: t("title") }}>
      <ClientBoundary messages={["payees", "orders", "withdrawals.warnings", "fields", "problems", "stepUp", "common"]}>
        {may(actor.role, "payees:approve") && (
          <MarkOpened environment={environment} kind="payee_import" id={wanted.importId} />
        )}
        <PayeeImport
          {...{ environment, file }}
          mayApprove={may(actor.role, "payees:approve")}
          mayTakeBack={file.isOwn && may(actor.role, "payees:edit")}
        />
      </ClientBoundary>
    </PageFrame>
  );
}
