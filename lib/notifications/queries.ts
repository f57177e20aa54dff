import "server-only";
import { and, asc, count, desc, eq, gte, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import {
  notificationChannels,
  notificationDeliveries,
  notifications,
  pushSubscriptions,
} from "@/drizzle/schema/notifications";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission, requireUser } from "@/lib/auth/context";
import { leftHolders } from "@/lib/auth/left-holders";
import { DAY_MS } from "@/lib/time";
import { ownChoices } from "./own-choices";
import type { DeviceView, NotificationLogPage, NotificationSettingsView, OwnNotifications } from "./schema";
import { eventsOf } from "./settings";
import { savedSettings, settingsIn } from "./settings-in-force";

/** Who is notified of what, and the channels, without their addresses. */
export async function getNotificationSettings(ctx: Ctx): Promise<NotificationSettingsView> {
  requirePermission(ctx, "notifications:manage");
  const { db, environment } = ctx;
  const { id, kind, name, locale, host, addedAt, addedBy: adder, removedAt } = notificationChannels;
  const rows = await db
    .select({ id, kind, name, locale, host, addedAt, addedBy: users.name, adder })
    .from(notificationChannels)
    .innerJoin(users, eq(users.id, notificationChannels.addedBy))
    .where(and(eq(notificationChannels.environment, environment), isNull(removedAt)))
    .orderBy(asc(addedAt), asc(id));
  // An address is a secret that its adder knows, and there is no other: a channel with another one is another channel.
  const left = await leftHolders(db, rows, {
    holdersOf: (row) => [{ id: row.adder, until: null }],
    permission: "notifications:manage",
  });
  return {
    ...(await savedSettings(db, ctx)),
    channels: rows.map((row) => {
      const { adder: _, ...channel } = row;
      return { ...channel, addedAt: row.addedAt.toISOString(), left: left.get(row) ?? [] };
    }),
    hasMail: ctx.mail !== null,
  };
}

const PAGE = 50;
/** Failed deliveries of so long are counted. */
const FAILED_SINCE_MS = 7 * DAY_MS;

const reader = alias(users, "reader");

/** What was sent to whom: the newest, or from the delivery `before` on. */
export async function listNotificationDeliveries(
  ctx: Ctx,
  { before }: { before?: string } = {},
): Promise<NotificationLogPage> {
  requirePermission(ctx, "notifications:manage");
  const { at, id, state } = notificationDeliveries;
  const ofEnvironment = eq(notifications.environment, ctx.environment);
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
    .where(
      and(
        ofEnvironment,
        before === undefined
          ? undefined
          : sql`(${at}, ${id}) <= (select at, id from notification_deliveries where id = ${before})`,
      ),
    )
    .orderBy(desc(at), desc(id))
    .limit(PAGE + 1);
  const [failed] = await ctx.db
    .select({ count: count() })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId))
    .where(and(ofEnvironment, eq(state, "failed"), gte(at, new Date(ctx.now().getTime() - FAILED_SINCE_MS))));
  const deliveries = rows.slice(0, PAGE).map(({ delivery, event, subject, channel, kind, user }) => ({
    ...{ id: delivery.id, at: delivery.at.toISOString(), event, subject },
    ...{
      to: channel ?? user ?? "",
      kind: kind ?? (delivery.subscriptionId === null ? ("email" as const) : ("device" as const)),
      state: delivery.state,
      tries: delivery.tries,
    },
    failure: delivery.failure,
    nextTryAt: delivery.nextTryAt?.toISOString() ?? null,
    sentAt: delivery.sentAt?.toISOString() ?? null,
  }));
  return { deliveries, older: rows[PAGE]?.delivery.id ?? null, failed: failed?.count ?? 0 };
}

/** The user's own choices, and what they change. */
export async function getOwnNotifications(ctx: Ctx): Promise<OwnNotifications> {
  requirePermission(ctx, "notifications:own");
  const { actor, db } = ctx;
  requireUser(actor);
  const settings = await settingsIn(db, ctx);
  return {
    ...(await ownChoices(db, ctx, actor.id)),
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
