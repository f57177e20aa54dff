import { z } from "zod";
import type { LeftHolder } from "@/lib/auth/left-holders";
import { ROLES } from "@/lib/auth/permissions";
import { NOTIFICATION_EVENTS, type NotificationEvent } from "@/lib/events/events";
import { clockTime, eachCurrency, hookAddress, httpsAddress, line, problem, thresholdIn } from "@/lib/fields";
import { LOCALES, type Locale } from "@/lib/i18n/locale";
import { WITHDRAWAL_CURRENCIES } from "@/lib/money/currencies";
import { CHANNEL_KINDS, type ChannelKind, type DeliveryState } from "./channels";
import { DAYS, REACH_HOURS, ROUTE_HOURS } from "./reach";
import type { NotificationChoices, NotificationSettings } from "./settings";

const NAME_MAX = 60;

const floor = eachCurrency((currency) => z.object({ currency: z.literal(currency), amount: thresholdIn(currency) }));

const sums = z
  .array(floor)
  .max(WITHDRAWAL_CURRENCIES.length)
  .refine((all) => new Set(all.map(({ currency }) => currency)).size === all.length);

const CHANNELS_MAX = 50;

const route = z.object({
  roles: z.array(z.enum(ROLES)).max(ROLES.length),
  channels: z.array(z.uuid()).max(CHANNELS_MAX),
  hours: z.enum(ROUTE_HOURS),
  least: sums,
});

const reach = z.object({
  hours: z.enum(REACH_HOURS),
  own: z.object({ from: clockTime, to: clockTime, days: z.enum(DAYS) }),
  least: sums,
});

const UNSEEN_MINUTES_MAX = 24 * 60;

/** `seen`: when the settings that stood in the form had been changed; null where none had been saved. */
export const notificationSettingsInput = z
  .object({
    seen: z.iso.datetime().nullable(),
    routes: z.record(z.enum(NOTIFICATION_EVENTS), route),
    showAmounts: z.boolean(),
    ...{ closeBy: clockTime, workFrom: clockTime, workTo: clockTime, digestAt: clockTime },
    unseenMinutes: z
      .number(problem("minutes"))
      .int(problem("minutes"))
      .min(1, problem("minutes"))
      .max(UNSEEN_MINUTES_MAX, problem("minutes")),
    reaches: z.record(z.uuid(), reach).refine((all) => Object.keys(all).length <= CHANNELS_MAX),
    lowBalance: sums,
  })
  .refine(({ workFrom, workTo }) => workFrom < workTo, { path: ["workTo"], error: problem("timeOrder") });

export type SettingsInput = z.output<typeof notificationSettingsInput>;

/** `seen`: of the choices that stood in the form. */
export const notificationChoicesInput = reach.extend({
  seen: z.string().length(64),
  events: z.partialRecord(z.enum(NOTIFICATION_EVENTS), z.enum(["on", "off"])),
  digestAt: clockTime.nullable(),
});

export type ChoicesInput = z.output<typeof notificationChoicesInput>;

/** The `auth` secret has 16 bytes, the public key 65. */
const base64url = (max: number) =>
  z
    .string()
    .min(22)
    .max(max)
    .regex(/^[\w-]+$/);

export const channelInput = z.object({
  kind: z.enum(CHANNEL_KINDS),
  name: line(NAME_MAX),
  locale: z.enum(LOCALES),
  url: hookAddress,
});
export type ChannelInput = z.output<typeof channelInput>;

export const oneChannel = z.object({ channelId: z.uuid() });

const USER_AGENT_MAX = 500;
const KEY_MAX = 100;

/** A subscription as the browser gives it. What its endpoint leads to is checked with each request. */
export const deviceInput = z.object({
  endpoint: httpsAddress,
  keys: z.object({ p256dh: base64url(KEY_MAX), auth: base64url(KEY_MAX) }),
  locale: z.enum(LOCALES),
  userAgent: z.string().max(USER_AGENT_MAX),
});
export type DeviceInput = z.output<typeof deviceInput>;

export const oneDevice = z.object({ deviceId: z.uuid() });

/** What waits for a decision and was opened. */
export const openedInput = z.object({
  kind: z.enum(["order", "batch", "payee", "payee_import", "proposal"]),
  id: z.string().min(1).max(200),
});
export type Opened = z.output<typeof openedInput>;

export const oneNotificationDelivery = z.object({ deliveryId: z.uuid() });

/** A channel, without its address. Times are ISO 8601. */
export type ChannelView = {
  id: string;
  kind: ChannelKind;
  name: string;
  locale: Locale;
  host: string;
  addedBy: string;
  addedAt: string;
  /** Who added it, if they may not manage channels any more. */
  left: LeftHolder[];
};

export type NotificationSettingsView = {
  settings: NotificationSettings;
  /** ISO 8601; null while nothing was saved. */
  changedAt: string | null;
  channels: ChannelView[];
  /** Whether there is a mail server. */
  hasMail: boolean;
};

/** A device of the reader, without its endpoint. */
export type DeviceView = {
  id: string;
  browser: string | null;
  system: string | null;
  host: string;
  /** SHA-256 of its endpoint in hex, by which a browser knows itself. */
  hash: string;
  addedAt: string;
};

export type OwnNotifications = {
  choices: NotificationChoices;
  /** Changes with the choices. */
  seen: string;
  email: string;
  hasMail: boolean;
  /** What the role hears of by e-mail. */
  ofRole: NotificationEvent[];
  devices: DeviceView[];
  /** What a browser subscribes with; null where nothing is pushed. */
  pushKey: string | null;
  /** When the digest is sent without a time of one's own. */
  digestAt: string;
};

/** A line of the delivery log. */
export type NotificationDelivery = {
  id: string;
  at: string;
  event: NotificationEvent;
  subject: string;
  /** A channel's name or a user's. */
  to: string;
  kind: ChannelKind | "email" | "device";
  state: DeliveryState;
  tries: number;
  failure: string | null;
  nextTryAt: string | null;
  sentAt: string | null;
};

/** From the address: the ID of the delivery that older ones begin with. */
export const notificationLogAddress = z.object({ before: z.uuid().optional().catch(undefined) });

/** `older`: where the next page begins; null at the end. `failed`: of all pages, in the last seven days. */
export type NotificationLogPage = { deliveries: NotificationDelivery[]; older: string | null; failed: number };
