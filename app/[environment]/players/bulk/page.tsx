import type { Metadata } from "next";
import Link from "next/link";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { Timestamp } from "@/components/display/timestamp";
import { Empty } from "@/components/feedback/empty";
import { pickMessages } from "@/components/messages/pick-messages";
import { BulkRegistration } from "@/components/players/bulk/bulk-registration";
import { PageFrame } from "@/components/shell/page-frame";
import { Card, CardHeader, CardTitle } from "@/components/ui/card";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { listFiles } from "@/lib/kyc/bulk-import";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("players.bulk"))("title") };
}

export default async function BulkPage({ params }: PageProps<"/[environment]/players/bulk">) {
  const ctx = await viewerContext((await params).environment);
  const { environment } = ctx;
  const t = await getTranslations("players.bulk");
  const files = await listFiles(ctx);
  return (
    <PageFrame title={t("title")} aside={t("lead")}>
      {may(ctx.actor.role, "players:register") ? (
        <NextIntlClientProvider
          messages={pickMessages(await getMessages(), ["players", "kana", "fieldProblems", "problems", "common"])}
        >
          <BulkRegistration environment={environment} formId={crypto.randomUUID()} />
        </NextIntlClientProvider>
      ) : (
        <Empty title={t("mayNot")} />
      )}
      {files.length > 0 && (
        <Card className="mt-4">
          <CardHeader>
            <CardTitle>{t("files")}</CardTitle>
          </CardHeader>
          <ul>
            {files.map(({ fileId, name, startedAt, startedBy, rows }) => (
              <li key={fileId} className="flex flex-wrap gap-x-3 border-b border-border px-4 py-2.5 last:border-b-0">
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
        </Card>
      )}
    </PageFrame>
  );
}
