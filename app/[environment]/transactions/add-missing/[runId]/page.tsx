import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { BackfillProgress } from "@/components/backfill/backfill-progress";
import { pickMessages } from "@/components/messages/pick-messages";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { backfillCache } from "@/lib/backfill/cache";
import { getBackfill } from "@/lib/backfill/queries";
import { rowFilter } from "@/lib/backfill/schema";
import { viewerContext } from "@/lib/http/viewer";
import { rowId } from "@/lib/transactions/schema";

type Props = PageProps<"/[environment]/transactions/add-missing/[runId]">;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("history"))("title") };
}

export default async function HistoryPage({ params, searchParams }: Props) {
  const given = await params;
  const ctx = await viewerContext(given.environment);
  const { environment, actor } = ctx;
  const t = await getTranslations("history");
  const id = rowId.safeParse(given.runId);
  const filter = rowFilter.parse(await searchParams);
  const isHeld = id.success && may(actor.role, "backfill:start");
  const view = isHeld ? await getBackfill(ctx, { runId: id.data, ...filter }) : null;
  if (!view) notFound();
  const options = backfillCache.one(environment, view.id, filter);
  const client = new QueryClient();
  client.setQueryData(options.queryKey, view);
  return (
    <PageFrame title={t("title")} aside={t("leave")}>
      <NextIntlClientProvider messages={pickMessages(await getMessages(), ["history", "common"])}>
        <HydrationBoundary state={dehydrate(client)}>
          <BackfillProgress key={options.queryKey.join()} environment={environment} runId={view.id} filter={filter} />
        </HydrationBoundary>
      </NextIntlClientProvider>
    </PageFrame>
  );
}
