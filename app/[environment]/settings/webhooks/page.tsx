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
  const { before } = webhookLogAddress.parse(await searchParams);
  const [endpoints, page] = await Promise.all([
    listEndpoints(ctx),
    listWebhookDeliveries(ctx, before === undefined ? {} : { before }),
  ]);
  const waiting = endpoints.reduce((sum, one) => sum + one.waiting, 0);
  const summary = t.rich("summary", { endpoints: endpoints.length, waiting, b: (chunks) => <b>{chunks}</b> });
  return (
    <PageFrame title={settings("webhooks")} summary={summary}>
      <ClientBoundary
        messages={["webhooks", "deliveries", "list", "notifications", "fields", "problems", "stepUp", "common"]}
      >
        <div className="grid grid-cols-1 items-start gap-4">
          <Endpoints environment={environment} endpoints={endpoints} />
          <WebhookLog {...{ environment, page, before }} />
        </div>
      </ClientBoundary>
    </PageFrame>
  );
}
