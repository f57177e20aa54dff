import { getTranslations } from "next-intl/server";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { MayNot } from "@/components/shell/may-not";
import { PageFrame } from "@/components/shell/page-frame";
import { Endpoints } from "@/components/webhooks/endpoints";
import { WebhookLog } from "@/components/webhooks/webhook-log";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { listEndpoints, listWebhookDeliveries } from "@/lib/webhooks/queries";
import { webhookLogAddress } from "@/lib/webhooks/schema";

export default async function WebhooksPage({ params, searchParams }: PageProps<"/[environment]/settings/webhooks">) {
  const ctx = await viewerContext((await params).environment);
  const { environment } = ctx;
  const t = await getTranslations("webhooks");
  const settings = await getTranslations("settings");
  if (!may(ctx.actor.role, "webhooks:manage")) return <MayNot title={settings("webhooks")} why={t("mayNot")} />;
  const address = webhookLogAddress.parse(await searchParams);
  const [endpoints, page] = await Promise.all([listEndpoints(ctx), listWebhookDeliveries(ctx, address)]);
  const sumOf = (state: "waiting" | "failed") => endpoints.reduce((sum, one) => sum + one[state], 0);
  const counts = { endpoints: endpoints.length, waiting: sumOf("waiting"), failed: sumOf("failed") };
  const summary = t.rich("summary", { ...counts, b: (chunks) => <b>{chunks}</b> });
  return (
    <PageFrame title={settings("webhooks")} summary={summary}>
      <ClientBoundary
        messages={["webhooks", "deliveries", "list", "notifications", "fields", "problems", "stepUp", "common"]}
      >
        <div className="grid grid-cols-1 items-start gap-4">
          <Endpoints environment={environment} endpoints={endpoints} />
          <WebhookLog {...{ environment, page, address }} />
        </div>
      </ClientBoundary>
    </PageFrame>
  );
}
