import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { AddMissing } from "@/components/backfill/add-missing";
import { BackfillRuns } from "@/components/backfill/backfill-runs";
import { pickMessages } from "@/components/messages/pick-messages";
import { PageFrame } from "@/components/shell/page-frame";
import { Alert } from "@/components/ui/alert";
import { may } from "@/lib/auth/permissions";
import { listBackfills } from "@/lib/backfill/queries";
import { viewerContext } from "@/lib/http/viewer";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("history"))("title") };
}

export default async function AddMissingPage({ params }: PageProps<"/[environment]/transactions/add-missing">) {
  const ctx = await viewerContext((await params).environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("history");
  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      {may(actor.role, "backfill:start") ? (
        <NextIntlClientProvider
          messages={pickMessages(await getMessages(), ["history", "fieldProblems", "problems", "common"])}
        >
          <AddMissing environment={environment} />
          <BackfillRuns environment={environment} runs={await listBackfills(ctx)} />
        </NextIntlClientProvider>
      ) : (
        <Alert tone="watch">{t("mayNot")}</Alert>
      )}
    </PageFrame>
  );
}
