import { getTranslations } from "next-intl/server";
import { JournalAccountsForm } from "@/components/journals/journal-accounts-form";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { MayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { getJournalAccounts } from "@/lib/journals/queries";

export default async function JournalAccountsPage({ params }: PageProps<"/[environment]/settings/journal-accounts">) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("journals");
  const settings = await getTranslations("settings");
  if (!may(ctx.actor.role, "journal_accounts:change"))
    return <MayNot title={settings("journal-accounts")} why={t("mayNot")} />;
  const view = await getJournalAccounts(ctx);
  return (
    <PageFrame title={settings("journal-accounts")} summary={t("summary")}>
      <ClientBoundary messages={["journals", "fields", "problems", "stepUp", "common"]}>
        <JournalAccountsForm environment={ctx.environment} readerId={ctx.actor.id} view={view} />
      </ClientBoundary>
    </PageFrame>
  );
}
