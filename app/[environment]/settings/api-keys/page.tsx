import { getTranslations } from "next-intl/server";
import { ApiKeys } from "@/components/api-keys/api-keys";
import { Empty } from "@/components/feedback/empty";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { PageFrame } from "@/components/shell/page-frame";
import { listApiKeys } from "@/lib/api-keys/queries";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";

export default async function ApiKeysPage({ params }: PageProps<"/[environment]/settings/api-keys">) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("apiKeys");
  if (may(ctx.actor.role, "api_keys:manage")) return <Keys ctx={ctx} />;
  return (
    <PageFrame title={t("title")}>
      <Empty title={t("mayNot")} />
    </PageFrame>
  );
}

async function Keys({ ctx }: { ctx: Ctx }) {
  const { environment } = ctx;
  const t = await getTranslations("apiKeys");
  const apiKeys = await listApiKeys(ctx);
  const active = apiKeys.filter(({ state }) => state === "active").length;
  const counts = { active, revoked: apiKeys.length - active };
  return (
    <PageFrame title={t("title")} summary={t.rich("summary", { ...counts, b: (chunks) => <b>{chunks}</b> })}>
      <ClientBoundary messages={["apiKeys", "dualControl", "fields", "problems", "stepUp", "common"]}>
        <ApiKeys environment={environment} apiKeys={apiKeys} />
      </ClientBoundary>
    </PageFrame>
  );
}
