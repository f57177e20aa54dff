import { getTranslations } from "next-intl/server";
import { keptColumns } from "@/components/data-table/kept-columns";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { PageSections } from "@/components/navigation/page-sections";
import { PageFrame } from "@/components/shell/page-frame";
import { EntryList } from "@/components/statements/entry-list";
import { StatementTable } from "@/components/statements/statement-table";
import { UploadStatement } from "@/components/statements/upload-statement";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { partsIn } from "@/lib/list/page";
import { statementCache } from "@/lib/reconciliation/cache";
import { listEntries, listStatements } from "@/lib/reconciliation/statements/queries";
import { entriesAsked } from "@/lib/reconciliation/statements/schema";
import { ENTRIES_ADDRESS } from "@/lib/reconciliation/statements/statement-match";

const USUAL_COLUMNS = ["state", "party", "description", "matchedBy"];

export default async function StatementsPage({
  params,
  searchParams,
}: PageProps<"/[environment]/reconciliation/statements">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const search = await searchParams;
  const t = await getTranslations("statements");
  const statements = await listStatements(ctx);
  const view = await listEntries(ctx, entriesAsked.parse(search));
  const mayMatch = may(actor.role, "reconciliation:change");
  return (
    <PageFrame title={t("title")} summary={t("summary")}>
      <ClientBoundary
        messages={[
          "reconciliation.sections",
          "statements",
          "list",
          "fields",
          "problems",
          "stepUp",
          "failures",
          "common",
        ]}
        queries={[
          seed(
            statementCache.page(
              environment,
              statements.map(({ statementId }) => statementId),
              partsIn(search, ENTRIES_ADDRESS),
            ),
            view,
          ),
        ]}
      >
        <PageSections environment={environment} of="reconciliation" current="/reconciliation/statements" />
        {mayMatch && <UploadStatement environment={environment} />}
        {statements.length > 0 && (
          <StatementTable environment={environment} statements={statements} mayWithdraw={mayMatch} />
        )}
        <EntryList
          {...{ environment, mayMatch }}
          readerId={actor.id}
          statements={statements.map(({ statementId, name }) => ({ statementId, name }))}
          columns={await keptColumns("statements", USUAL_COLUMNS)}
        />
      </ClientBoundary>
    </PageFrame>
  );
}
