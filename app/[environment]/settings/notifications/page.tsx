import { getTranslations } from "next-intl/server";
import { ClientBoundary } from "@/components/messages/client-boundary";
import { Channels } from "@/components/notifications/channels";
import { DeliveryLog } from "@/components/notifications/delivery-log";
import { Devices } from "@/components/notifications/devices";
import { OwnNotifications } from "@/components/notifications/own-notifications";
import { RoutingForm } from "@/components/notifications/routing-form";
import { PageFrame } from "@/components/shell/page-frame";
import { Alert } from "@/components/ui/alert";
import type { Ctx } from "@/lib/auth/context";
import { may } from "@/lib/auth/permissions";
import type { Environment } from "@/lib/environment";
import { viewerContext } from "@/lib/http/viewer";
import { getNotificationSettings, getOwnNotifications, listNotificationDeliveries } from "@/lib/notifications/queries";
import { notificationLogAddress, type OwnNotifications as Own } from "@/lib/notifications/schema";

export default async function NotificationsPage({
  params,
  searchParams,
}: PageProps<"/[environment]/settings/notifications">) {
  const ctx = await viewerContext((await params).environment);
  if (may(ctx.actor.role, "notifications:manage")) {
    const { before } = notificationLogAddress.parse(await searchParams);
    return <AllNotifications ctx={ctx} before={before} />;
  }
  const t = await getTranslations("notifications");
  const names = await getTranslations("settings");
  const own = await getOwnNotifications(ctx);
  const summary = t.rich("ownSummary", { email: own.email, b: (chunks) => <b>{chunks}</b> });
  return (
    <PageFrame title={names("notifications")} summary={summary}>
      {!own.hasMail && <NoMail />}
      <ClientBoundary
        messages={[
          "notifications",
          "fields",
          "problems",
          "stepUp",
          "common.*",
          "common.destination",
          "common.restored",
        ]}
      >
        <div className="grid grid-cols-1 items-start gap-4">
          <OwnDevices environment={ctx.environment} own={own} />
          <OwnNotifications environment={ctx.environment} readerId={ctx.actor.id} own={own} />
        </div>
      </ClientBoundary>
    </PageFrame>
  );
}

async function AllNotifications({ ctx, before }: { ctx: Ctx; before: string | undefined }) {
  const { environment } = ctx;
  const t = await getTranslations("notifications");
  const names = await getTranslations("settings");
  const [{ settings, changedAt, channels, hasMail }, own, page] = await Promise.all([
    getNotificationSettings(ctx),
    getOwnNotifications(ctx),
    listNotificationDeliveries(ctx, before === undefined ? {} : { before }),
  ]);
  const summary = t.rich("summary", { channels: channels.length, failed: page.failed, b: (chunks) => <b>{chunks}</b> });
  return (
    <PageFrame title={names("notifications")} summary={summary}>
      {!hasMail && <NoMail />}
      <ClientBoundary
        messages={["notifications", "deliveries", "list", "roles", "fields", "problems", "stepUp", "common"]}
      >
        <div className="grid grid-cols-1 items-start gap-4">
          <Channels environment={environment} readerId={ctx.actor.id} channels={channels} />
          <RoutingForm {...{ environment, settings, changedAt, channels }} readerId={ctx.actor.id} />
          <DeliveryLog environment={environment} {...{ page, before }} />
          <OwnDevices environment={environment} own={own} />
          <OwnNotifications environment={environment} readerId={ctx.actor.id} own={own} />
        </div>
      </ClientBoundary>
    </PageFrame>
  );
}

const OwnDevices = ({ environment, own }: { environment: Environment; own: Own }) =>
  own.pushKey !== null && <Devices environment={environment} devices={own.devices} pushKey={own.pushKey} />;

async function NoMail() {
  const t = await getTranslations("notifications");
  return (
    <Alert tone="watch" className="mb-4">
      {t("noMail")}
    </Alert>
  );
}
