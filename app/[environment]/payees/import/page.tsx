import { getTranslations } from "next-intl/server";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { ImportPayees } from "@/components/payees/file-import/import-payees";
import { RoleMayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";

export default async function ImportPayeesPage({ params }: PageProps<"/[environment]/payees/import">) {
  const { environment, actor } = await viewerContext((await params).environment);
  const t = await getTranslations("payees");
  return (
    <PageFrame title={t("import.title")} parent={{ href: `/${environment}/payees`, title: t("title") }}>
      {may(actor.role, "payees:edit") ? (
        <ClientBoundary messages={["payees", "orders.*", "imports", "fields", "problems", "common"]}>
          <ImportPayees environment={environment} />
        </ClientBoundary>
      ) : (
        <RoleMayNot why={t("mayNot")} />
      )}
    </PageFrame>
  );
}
