import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { Timestamp } from "@/components/display/timestamp";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { BulkRegistration } from "@/components/players/bulk/bulk-registration";
import { RoleMayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { buttonVariants } from "@/components/ui/button";
import { TitledCard } from "@/components/ui/card";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { listFiles } from "@/lib/kyc/bulk-import";
import { filesAsked } from "@/lib/kyc/schema";

export default async function BulkPage({ params, searchParams }: PageProps<"/[environment]/players/bulk">) {
  const ctx = await viewerContext((await params).environment);
  const { environment } = ctx;
  const t = await getTranslations("players.bulk");
  const players = await getTranslations("players");
  const list = await getTranslations("list");
  const asked = filesAsked.parse(await searchParams);
  const { files, below, count } = await listFiles(ctx, asked);
  return (
    <PageFrame
      title={t("title")}
      parent={{ href: `/${environment}/players`, title: players("title") }}
      summary={t("fileCount", { count })}
    >
      {may(ctx.actor.role, "players:register") ? (
        <ClientBoundary messages={["players", "imports", "kana", "fields", "problems", "stepUp", "common"]}>
          <BulkRegistration environment={environment} owner={ctx.actor.id} />
        </ClientBoundary>
      ) : (
        <RoleMayNot why={t("mayNot")} />
      )}
      {files.length > 0 && (
        <TitledCard className="mt-4" title={t("files")}>
          <ul>
            {files.map(({ fileId, name, startedAt, startedBy, rows }) => (
              <li
                key={fileId}
                className="flex min-h-10 flex-wrap items-center gap-x-3 border-b border-border px-4 py-1.5 last:border-b-0"
              >
                <Link
                  prefetch={false}
                  href={`/${environment}/players/bulk/${fileId}`}
                  className="text-primary hover:underline"
                >
                  {name}
                </Link>
                <span className="text-muted-foreground">{t("rowCount", { count: rows })}</span>
                <span className="ml-auto text-xs text-subtle-foreground">
                  <Timestamp at={startedAt} style="minute" /> · {t("startedBy", { name: startedBy })}
                </span>
              </li>
            ))}
          </ul>
        </TitledCard>
      )}
      <nav aria-label={list("pages")} className="mt-3 flex gap-2 empty:hidden">
        {asked.anchor && (
          <Link href={`/${environment}/players/bulk`} className={buttonVariants()}>
            {t("newest")}
          </Link>
        )}
        {below && (
          <Link href={`/${environment}/players/bulk?after=${encodeURIComponent(below)}`} className={buttonVariants()}>
            {t("older")}
          </Link>
        )}
      </nav>
    </PageFrame>
  );
}
