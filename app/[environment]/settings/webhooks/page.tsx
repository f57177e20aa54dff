import { getTranslations } from "next-intl/server";
import { Empty } from "@/components/feedback/empty";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { PageFrame } from "@/components/shell/page-frame";
import { pageTitle } from "@/components/shell/page-title";
import { Endpoints } from "@/components/webhooks/endpoints";
import { WebhookLog } from "@/components/webhooks/webhook-log";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import { viewerContext } from "@/lib/http/viewer";
import { listEndpoints, listWebhookDeliveries } from "@/lib/webhooks/queries";

export const generateMetadata = pageTitle("webhooks.title");

export default async function WebhooksPage({ params }: PageProps<"/[environment]/settings/webhooks">) {
  const ctx = await viewerContext((await params).environment);
  const t = await getTranslations("webhooks");
  if (may(ctx.actor.role, "webhooks:manage")) return <Webhooks ctx={ctx} />;
  return (
    <PageFrame title={t("title")}>
      <Empty title={t("mayNot")} />
    </PageFrame>
  );
}

async function Webhooks({ ctx }: { ctx: Ctx }) {
  const { environment } = ctx;
  const t = await getTranslations("webhooks");
  const [endpoints, deliveries] = await Promise.all([listEndpoints(ctx), listWebhookDeliveries(ctx)]);
  const waiting = endpoints.reduce((sum, one) => sum + one.waiting, 0);
  const summary = t.rich("summary", { endpoints: endpoints.length, waiting, b: (chunks) => <b>{chunks}</b> });
  return (
    <PageFrame title={t("title")} summary={summary}>
      <ClientBoundary messages={["webhooks", "notifications", "fieldProblems", "problems", "stepUp", "common"]}>
        <div className="grid grid-cols-1 items-start gap-4">
          <Endpoints environment={environment} endpoints={endpoints} />
          <WebhookLog environment={environment} deliveries={deliveries} />
        </div>
      </ClientBoundary>
    </PageFrame>
  );
}
