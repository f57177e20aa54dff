import Link from "next/link";
import { getTranslations } from "next-intl/server";
import { CodeExample } from "@/components/developers/code-example";
import { Copyable } from "@/components/display/copyable";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { PageFrame } from "@/components/shell/page-frame";
import { TitledCard } from "@/components/ui/card";
import { QUICK_START, type QuickStart } from "@/lib/api/quick-start";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";

const EXAMPLES = Object.keys(QUICK_START) as QuickStart[];

/** How an engineer of the merchant begins: an address, a key, and programs that run as they stand. */
export default async function DevelopersPage({ params }: PageProps<"/[environment]/settings/developers">) {
  const { environment, actor, appUrl } = await viewerContext((await params).environment);
  const t = await getTranslations("developers");
  const settings = await getTranslations("settings");
  const setting = `export CHOBA_URL=${appUrl} CHOBA_KEY=choba_${environment}_…`;
  return (
    <PageFrame title={settings("developers")} summary={t("summary")}>
      <ClientBoundary messages={["common"]}>
        <div className="grid grid-cols-1 items-start gap-4">
          <TitledCard title={t("begin.title")}>
            <div className="grid gap-2 p-4 text-md">
              <p>
                {may(actor.role, "api_keys:manage")
                  ? t.rich("begin.create", {
                      keys: (chunks) => (
                        <Link className="underline underline-offset-2" href={`/${environment}/settings/api-keys`}>
                          {chunks}
                        </Link>
                      ),
                    })
                  : t("begin.ask")}
              </p>
              <p>{t("begin.environment")}</p>
              <Copyable text={setting} what={t("begin.what")} />
              <p>
                {t.rich("begin.document", {
                  document: (chunks) => (
                    <a className="underline underline-offset-2" href="/v1/openapi.json">
                      {chunks}
                    </a>
                  ),
                })}
              </p>
            </div>
          </TitledCard>
          {EXAMPLES.map((name) => (
            <CodeExample
              key={name}
              title={t(`examples.${name}.title`)}
              lead={t(`examples.${name}.lead`)}
              code={QUICK_START[name]}
              copy={t("copy")}
            />
          ))}
        </div>
      </ClientBoundary>
    </PageFrame>
  );
}
