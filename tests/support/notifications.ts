import { notificationDeliveries } from "@/drizzle/schema/notifications";
import type { Ctx } from "@/lib/auth/context";
import { saveNotificationSettings, saveOwnNotifications } from "@/lib/notifications/commands";
import { deliverNotifications } from "@/lib/notifications/deliver";
import { getNotificationSettings, getOwnNotifications } from "@/lib/notifications/queries";
import type { NotificationChoices, NotificationSettings } from "@/lib/notifications/settings";

/** Saves settings as from a form that was opened just now. */
export async function saveSettings(ctx: Ctx, change: Partial<NotificationSettings>) {
  const { settings, changedAt: seen } = await getNotificationSettings(ctx);
  const saved = await saveNotificationSettings(ctx, { seen, ...settings, ...change });
  if (!saved.ok) throw new Error(saved.error.kind);
  return saved.value;
}

/** The same for a user's own choices. */
export async function saveOwn(ctx: Ctx, choices: NotificationChoices) {
  const { seen } = await getOwnNotifications(ctx);
  const saved = await saveOwnNotifications(ctx, { seen, ...choices });
  if (!saved.ok) throw new Error(saved.error.kind);
}

/** Sends what is due to each channel, user and device. */
export async function deliverDue({ db }: Pick<Ctx, "db">, job: Ctx) {
  const { channelId, userId, subscriptionId } = notificationDeliveries;
  for (const target of await db.selectDistinct({ channelId, userId, subscriptionId }).from(notificationDeliveries))
    await deliverNotifications(job, target);
}
