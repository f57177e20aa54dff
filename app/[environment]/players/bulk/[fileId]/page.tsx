import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientMessages } from "@/components/client-messages";
import { Link } from "@/components/link";
import { FileProgress } from "@/components/players/bulk/file-progress";
import { Seeded } from "@/components/seeded";
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
      <Link href={`/${environment}/players/bulk`} className="text-sm font-normal text-ink-2 hover:underline">
        {t("title")}
      </Link>{" "}
      <span className="mx-1 text-sm font-normal text-ink-3">/</span> {file.name}
    </>
  );
  return (
    <PageFrame title={title}>
      <ClientMessages of={["players", "evidence", "common"]}>
        <Seeded seeds={[[playerCache.file(environment, file.fileId).queryKey, file]]}>
          <FileProgress environment={environment} fileId={file.fileId} />
        </Seeded>
      </ClientMessages>
    </PageFrame>
  );
}
