import { getTranslations } from "next-intl/server";
import { ApiKeys } from "@/components/api-keys/api-keys";
import { EndedRequests } from "@/components/ended-requests/ended-requests";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { MayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { OnlyAdmin } from "@/components/team/only-admin";
import { listApiKeys } from "@/lib/api-keys/queries";
import { may } from "@/lib/auth/permissions";
import { countDeciders, listEndedRequests } from "@/lib/dashboard/proposals";
import { viewerContext } from "@/lib/http/viewer";

export default async function ApiKeysPage({ params }: PageProps<"/[environment]/settings/api-keys">) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("apiKeys");
  const settings = await getTranslations("settings");
  if (!may(ctx.actor.role, "api_keys:manage")) return <MayNot title={settings("api-keys")} why={t("mayNot")} />;
  const { environment } = ctx;
  const [apiKeys, deciders] = await Promise.all([
    listApiKeys(ctx),
    // Elsewhere nothing about a key is proposed.
    environment === "production" ? countDeciders(ctx, { kind: "api_key_limits" }) : null,
  ]);
  const active = apiKeys.filter(({ state }) => state === "active").length;
  const counts = { active, revoked: apiKeys.length - active };
  return (
    <PageFrame title={settings("api-keys")} summary={t.rich("summary", { ...counts, b: (chunks) => <b>{chunks}</b> })}>
      <ClientBoundary messages={["apiKeys", "dualControl", "fields", "problems", "stepUp", "common"]}>
        <div className="grid grid-cols-1 gap-4">
          {deciders !== null && <OnlyAdmin deciders={deciders} />}
          <EndedRequests
            environment={environment}
            requests={await listEndedRequests(ctx, { kinds: ["api_key_limits"] })}
          />
          <ApiKeys environment={environment} apiKeys={apiKeys} />
        </div>
      </ClientBoundary>
    </PageFrame>
  );
}
