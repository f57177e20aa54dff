import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { NOTIFICATION_EVENTS } from "@/lib/events/events";
import { LOCALES } from "@/lib/i18n/locale";
import { CHANNEL_KINDS, DELIVERY_STATES } from "@/lib/notifications/channels";
import type { NotificationChoices, NotificationSettings } from "@/lib/notifications/settings";
import { environment } from "./columns";
import { users } from "./users";

export const notificationEvent = pgEnum("notification_event", NOTIFICATION_EVENTS);
export const channelKind = pgEnum("notification_channel_kind", CHANNEL_KINDS);
export const channelLocale = pgEnum("notification_locale", LOCALES);
export const deliveryState = pgEnum("notification_delivery_state", DELIVERY_STATES);

const at = (name: string) => timestamp(name, { withTimezone: true });

/** The outbox: one row for each event and subject, written in the transaction of the change. */
export const notifications = pgTable(
  "notifications",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    event: notificationEvent("event").notNull(),
    /** `order:WD-1`: see lib/events/events.ts. */
    subject: text("subject").notNull(),
    /** The user whose action it was; null for a job or callback. */
    causedBy: text("caused_by"),
    at: at("at").notNull(),
    /** When deliveries were made of it. */
    fannedOutAt: at("fanned_out_at"),
    /** When the state that it tells of was over. What happens to the subject after that is another notification. */
    endedAt: at("ended_at"),
  },
  (t) => [
    uniqueIndex("notifications_open").on(t.environment, t.event, t.subject).where(sql`${t.endedAt} is null`),
    index("notifications_to_fan_out").on(t.environment, t.at).where(sql`${t.fannedOutAt} is null`),
  ],
);

/** An address of a chat or of a system. It is a secret: it is all that one needs to write there. */
export const notificationChannels = pgTable(
  "notification_channels",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    environment: environment("environment").notNull(),
    kind: channelKind("kind").notNull(),
    name: text("name").notNull(),
    locale: channelLocale("locale").notNull(),
    /** Of the address, only its host is shown. */
    host: text("host").notNull(),
    /** Encrypted with a key derived from AUTH_SECRET; null once the channel was removed. */
    sealedUrl: text("sealed_url"),
    /** The signing secret of a webhook, likewise. */
    sealedSecret: text("sealed_secret"),
    addedBy: uuid("added_by")
      .notNull()
      .references(() => users.id),
    addedAt: at("added_at").notNull(),
    removedAt: at("removed_at"),
  },
  (t) => [
    index("notification_channels_of_environment").on(t.environment),
    check("notification_channels_removed", sql`(${t.removedAt} is null) = (${t.sealedUrl} is not null)`),
  ],
);

/** Who is notified of what. Without a row the defaults hold (lib/notifications/settings.ts). */
export const notificationSettings = pgTable("notification_settings", {
  environment: environment("environment").primaryKey(),
  settings: jsonb("settings").$type<NotificationSettings>().notNull(),
  changedBy: uuid("changed_by")
    .notNull()
    .references(() => users.id),
  changedAt: at("changed_at").notNull(),
});

/** What a user wants to hear by e-mail, where it is not what their role hears. */
export const notificationPreferences = pgTable(
  "notification_preferences",
  {
    environment: environment("environment").notNull(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    choices: jsonb("choices").$type<NotificationChoices>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.environment, t.userId] })],
);

/** A browser that its user added as a device. Its endpoint is a secret: it is all that one needs to write there. */
export const pushSubscriptions = pgTable(
  "push_subscriptions",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    /** SHA-256 of the endpoint, which names the browser. */
    endpointHash: text("endpoint_hash").notNull(),
    host: text("host").notNull(),
    /** Encrypted with a key derived from AUTH_SECRET: endpoint and keys; null once the device was removed. */
    sealed: text("sealed"),
    browser: text("browser"),
    system: text("system"),
    locale: channelLocale("locale").notNull(),
    addedAt: at("added_at").notNull(),
    removedAt: at("removed_at"),
  },
  (t) => [
    uniqueIndex("push_subscriptions_endpoint").on(t.endpointHash).where(sql`${t.removedAt} is null`),
    index("push_subscriptions_of_user").on(t.userId).where(sql`${t.removedAt} is null`),
    check("push_subscriptions_removed", sql`(${t.removedAt} is null) = (${t.sealed} is not null)`),
  ],
);

/** Which approver has opened what waits for a decision. An approval that none has opened is escalated. */
export const notificationViews = pgTable(
  "notification_views",
  {
    notificationId: uuid("notification_id")
      .notNull()
      .references(() => notifications.id),
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id),
    at: at("at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.notificationId, t.userId] })],
);

/** A notification on its way to one channel, one user by e-mail, or one device. */
export const notificationDeliveries = pgTable(
  "notification_deliveries",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    notificationId: uuid("notification_id")
      .notNull()
      .references(() => notifications.id),
    channelId: uuid("channel_id").references(() => notificationChannels.id),
    userId: uuid("user_id").references(() => users.id),
    subscriptionId: uuid("subscription_id").references(() => pushSubscriptions.id),
    state: deliveryState("state").notNull().default("waiting"),
    at: at("at").notNull(),
    tries: integer("tries").notNull().default(0),
    /** Null where nothing more is to be done. While a try runs, it lies after its longest duration. */
    nextTryAt: at("next_try_at"),
    sentAt: at("sent_at"),
    /** Why the last try failed. It never holds an address. */
    failure: text("failure"),
  },
  (t) => [
    check("notification_deliveries_to_one", sql`num_nonnulls(${t.channelId}, ${t.userId}, ${t.subscriptionId}) = 1`),
    uniqueIndex("notification_deliveries_channel").on(t.notificationId, t.channelId),
    uniqueIndex("notification_deliveries_user").on(t.notificationId, t.userId),
    uniqueIndex("notification_deliveries_device").on(t.notificationId, t.subscriptionId),
    index("notification_deliveries_of_device").on(t.subscriptionId).where(sql`${t.subscriptionId} is not null`),
    index("notification_deliveries_due").on(t.nextTryAt).where(sql`${t.nextTryAt} is not null`),
    index("notification_deliveries_newest").on(t.at.desc().nullsFirst()),
  ],
);
