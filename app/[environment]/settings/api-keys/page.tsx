import { getTranslations } from "next-intl/server";
import { ApiKeys } from "@/components/api-keys/api-keys";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { MayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { listApiKeys } from "@/lib/api-keys/queries";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";

export default async function ApiKeysPage({ params }: PageProps<"/[environment]/settings/api-keys">) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("apiKeys");
  const settings = await getTranslations("settings");
  if (!may(ctx.actor.role, "api_keys:manage")) return <MayNot title={settings("api-keys")} why={t("mayNot")} />;
  const apiKeys = await listApiKeys(ctx);
  const active = apiKeys.filter(({ state }) => state === "active").length;
  const counts = { active, revoked: apiKeys.length - active };
  return (
    <PageFrame title={settings("api-keys")} summary={t.rich("summary", { ...counts, b: (chunks) => <b>{chunks}</b> })}>
      <ClientBoundary messages={["apiKeys", "dualControl", "fields", "problems", "stepUp", "common"]}>
        <ApiKeys environment={ctx.environment} apiKeys={apiKeys} />
      </ClientBoundary>
    </PageFrame>
  );
}
