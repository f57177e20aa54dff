import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { ClientBoundary, seed } from "@/components/messages/client-boundary";
import { FileProgress } from "@/components/players/bulk/file-progress";
import { PageFrame } from "@/components/shell/page-frame";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { getFile } from "@/lib/kyc/bulk-import";
import { playerCache } from "@/lib/kyc/cache";
import { oneFile } from "@/lib/kyc/schema";

export default async function FilePage({ params }: PageProps<"/[environment]/players/bulk/[fileId]">) {
  const wanted = await params;
  const ctx = await viewerContext(wanted.environment);
  const { environment } = ctx;
  const t = await getTranslations("players.bulk");
  const asked = oneFile.safeParse(wanted);
  const file = asked.success ? await getFile(ctx, asked.data) : null;
  if (!file) notFound();
  const queries = [seed(playerCache.file(environment, file.fileId), file)];
  return (
    <PageFrame title={file.name} parent={{ href: `/${environment}/players/bulk`, title: t("title") }}>
      <ClientBoundary messages={["players", "evidence", "common"]} queries={queries}>
        <FileProgress
          environment={environment}
          fileId={file.fileId}
          mayExport={may(ctx.actor.role, "players:export")}
        />
      </ClientBoundary>
    </PageFrame>
  );
}
