import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { pickMessages } from "@/components/messages/pick-messages";
import { FileProgress } from "@/components/players/bulk/file-progress";
import { PageFrame } from "@/components/shell/page-frame";
import { viewerContext } from "@/lib/http/viewer";
import { getFile } from "@/lib/kyc/bulk-import";
import { playerCache } from "@/lib/kyc/cache";
import { oneFile } from "@/lib/kyc/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("players.bulk"))("title") };
}

export default async function FilePage({ params }: PageProps<"/[environment]/players/bulk/[fileId]">) {
  const wanted = await params;
  const ctx = await viewerContext(wanted.environment);
  const { environment } = ctx;
  const t = await getTranslations("players.bulk");
  const asked = oneFile.safeParse(wanted);
  const file = asked.success ? await getFile(ctx, asked.data) : null;
  if (!file) notFound();
  const title = (
    <>
      <Link href={`/${environment}/players/bulk`} className="text-sm font-normal text-muted-foreground hover:underline">
        {t("title")}
      </Link>{" "}
      <span className="mx-1 text-sm font-normal text-subtle-foreground">/</span> {file.name}
    </>
  );
  const client = new QueryClient();
  client.setQueryData(playerCache.file(environment, file.fileId).queryKey, file);
  return (
    <PageFrame title={title}>
      <NextIntlClientProvider messages={pickMessages(await getMessages(), ["players", "evidence", "common"])}>
        <HydrationBoundary state={dehydrate(client)}>
          <FileProgress environment={environment} fileId={file.fileId} />
        </HydrationBoundary>
      </NextIntlClientProvider>
    </PageFrame>
  );
}
