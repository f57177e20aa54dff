import "server-only";
import { and, asc, desc, eq, isNull, or } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  notificationChannels,
  notificationDeliveries,
  notificationPreferences,
  notifications,
  pushSubscriptions,
} from "@/drizzle/schema/notifications";
import { users } from "@/drizzle/schema/users";
import { type Ctx, Forbidden, requirePermission } from "@/lib/auth/context";
import type { DeviceView, NotificationDelivery, NotificationSettingsView, OwnNotifications } from "./schema";
import { eventsOf, NO_CHOICES } from "./settings";
import { settingsIn } from "./settings-in-force";

/** Who is notified of what, and the channels, without their addresses. */
export async function getNotificationSettings(ctx: Ctx): Promise<NotificationSettingsView> {
  requirePermission(ctx, "notifications:manage");
  const { db, environment } = ctx;
  const { id, kind, name, locale, host, addedAt, removedAt } = notificationChannels;
  const rows = await db
    .select({ id, kind, name, locale, host, addedAt, addedBy: users.name })
    .from(notificationChannels)
    .innerJoin(users, eq(users.id, notificationChannels.addedBy))
    .where(and(eq(notificationChannels.environment, environment), isNull(removedAt)))
    .orderBy(asc(addedAt), asc(id));
  return {
    settings: await settingsIn(db, ctx),
    channels: rows.map((row) => ({ ...row, addedAt: row.addedAt.toISOString() })),
    hasMail: ctx.mail !== null,
  };
}

/** The newest deliveries that are listed. */
const SHOWN = 100;

const reader = alias(users, "reader");

export async function listNotificationDeliveries(ctx: Ctx): Promise<NotificationDelivery[]> {
  requirePermission(ctx, "notifications:manage");
  const rows = await ctx.db
    .select({
      delivery: notificationDeliveries,
      event: notifications.event,
      subject: notifications.subject,
      channel: notificationChannels.name,
      kind: notificationChannels.kind,
      user: reader.name,
    })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId))
    .leftJoin(notificationChannels, eq(notificationChannels.id, notificationDeliveries.channelId))
    .leftJoin(pushSubscriptions, eq(pushSubscriptions.id, notificationDeliveries.subscriptionId))
    .leftJoin(reader, or(eq(reader.id, notificationDeliveries.userId), eq(reader.id, pushSubscriptions.userId)))
    .where(eq(notifications.environment, ctx.environment))
    .orderBy(desc(notificationDeliveries.at), desc(notificationDeliveries.id))
    .limit(SHOWN);
  return rows.map(({ delivery, event, subject, channel, kind, user }) => ({
    ...{ id: delivery.id, at: delivery.at.toISOString(), event, subject },
    ...{
      to: channel ?? user ?? "",
      kind: kind ?? (delivery.subscriptionId === null ? "email" : "device"),
      state: delivery.state,
      tries: delivery.tries,
    },
    failure: delivery.failure,
    nextTryAt: delivery.nextTryAt?.toISOString() ?? null,
    sentAt: delivery.sentAt?.toISOString() ?? null,
  }));
}

/** The user's own choices, and what they change. */
export async function getOwnNotifications(ctx: Ctx): Promise<OwnNotifications> {
  requirePermission(ctx, "notifications:own");
  const { actor, db, environment } = ctx;
  if (actor.kind !== "user") throw new Forbidden("only a user has notifications");
  const mine = and(eq(notificationPreferences.environment, environment), eq(notificationPreferences.userId, actor.id));
  const [own] = await db.select().from(notificationPreferences).where(mine);
  const settings = await settingsIn(db, ctx);
  return {
    choices: { ...NO_CHOICES, ...own?.choices },
    email: actor.email,
    hasMail: ctx.mail !== null,
    ofRole: eventsOf(settings, ({ roles }) => roles.includes(actor.role)),
    digestAt: settings.digestAt,
    devices: await devicesOf(ctx, actor.id),
    pushKey: ctx.webPush?.publicKey ?? null,
  };
}

async function devicesOf({ db }: Ctx, userId: string): Promise<DeviceView[]> {
  const { id, browser, system, host, endpointHash: hash, addedAt, removedAt } = pushSubscriptions;
  const rows = await db
    .select({ id, browser, system, host, hash, addedAt })
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), isNull(removedAt)))
    .orderBy(asc(addedAt), asc(id));
  return rows.map((row) => ({ ...row, addedAt: row.addedAt.toISOString() }));
}
