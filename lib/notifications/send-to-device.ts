import "server-only";
import { createHash } from "node:crypto";
import { and, desc, eq, gt, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import webPush from "web-push";
import { z } from "zod";
import { notificationDeliveries, notifications, pushSubscriptions } from "@/drizzle/schema/notifications";
import { users } from "@/drizzle/schema/users";
import type { Ctx } from "@/lib/auth/context";
import { failureText, isGone } from "@/lib/outgoing/request";
import { DAY_MS } from "@/lib/time";
import { endDevice } from "./end-device";
import { type Item, type Message, messageFor, testMessage } from "./message";
import type { Failed, Sent } from "./send-to-channel";

/** What a browser gives to be written to (RFC 8291); stored encrypted. */
const storedSubscription = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});

type Device = typeof pushSubscriptions.$inferSelect;

/** After a day a push service throws away what it could not deliver: the console then shows it in any case. */
const TTL_SECONDS = DAY_MS / 1000;

/** A payload has at most 4 kB, and a screen shows a few lines. */
const LINES_SHOWN = 3;
const CLOSED_AT_ONCE = 20;

/** Withdrawn where the device was removed or its user is disabled. */
export async function sendToDevice(ctx: Ctx, subscriptionId: string, items: Item[]): Promise<Sent[]> {
  const device = await deviceOf(ctx, subscriptionId);
  if (!device) return [{ items, outcome: "withdrawn" }];
  const subjects = items.map(({ subject }) => subject);
  const outcome = await push(ctx, device, messageFor(items, device.locale, ctx), tagOf(ctx, subjects));
  return [{ items, outcome }];
}

/** A message that says nothing but that it came. */
export const sendTestToDevice = (ctx: Ctx, device: Device): Promise<"sent" | Failed> =>
  push(ctx, device, testMessage(device.locale, ctx), `${ctx.environment} test`);

async function deviceOf({ db }: Ctx, subscriptionId: string): Promise<Device | null> {
  const [found] = await db
    .select({ device: pushSubscriptions })
    .from(pushSubscriptions)
    .innerJoin(users, eq(users.id, pushSubscriptions.userId))
    .where(
      and(eq(pushSubscriptions.id, subscriptionId), isNull(pushSubscriptions.removedAt), isNull(users.disabledAt)),
    );
  return found?.device ?? null;
}

/** A later message about the same replaces it on the screen. It names no person, account or amount. */
function tagOf({ environment }: Ctx, subjects: string[]): string {
  const [first = "", ...others] = [...new Set(subjects)].sort();
  return others.length === 0
    ? `${environment} ${first}`
    : `${environment} several ${hashOf([first, ...others].join(" "))}`;
}

/** 32 characters of base64url, which is the most that a topic may have. */
const hashOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 32);

async function push(ctx: Ctx, device: Device, message: Message, tag: string): Promise<"sent" | Failed> {
  if (!ctx.webPush) return { failure: "no_push_key", isFinal: false };
  const text = device.sealed && ctx.vault.open("channel", device.sealed);
  if (!text) return { failure: "sealed_with_another_secret", isFinal: true };
  const subscription = storedSubscription.parse(JSON.parse(text));
  const [first] = message.lines;
  const payload = {
    title: message.title,
    body: message.lines
      .slice(0, LINES_SHOWN)
      .map((line) => line.text)
      .join("\n"),
    // Several have no page of their own.
    path: first && message.lines.length === 1 ? first.url.slice(ctx.appUrl.length) : `/${ctx.environment}`,
    lang: device.locale,
    tag,
    over: await handledOn(ctx, device.id),
  };
  const { publicKey, privateKey, contact: subject } = ctx.webPush;
  // Encrypts and signs alone: the request goes the way of all requests to addresses from outside.
  const { endpoint, headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(payload), {
    ...{ vapidDetails: { subject, publicKey, privateKey }, TTL: TTL_SECONDS, urgency: "high" },
    topic: hashOf(tag),
  });
  const left = await ctx.post({ url: endpoint, headers: textHeaders(headers), body: body ?? Buffer.alloc(0) });
  if (left.ok) return "sent";
  if (isGone(left.error)) await endDevice(ctx, device);
  return { failure: failureText(left.error), isFinal: isGone(left.error) || left.error.problem === "private_address" };
}

const openOne = alias(notifications, "open_one");
const openSent = alias(notificationDeliveries, "open_sent");

/**
 * The tags of what was shown on the device within a day and is over: the next message takes it away. What is shown of a
 * subject is one message: it stays while another state of the subject that was shown is open. One about several subjects
 * stays until all of them are over.
 */
async function handledOn(ctx: Ctx, subscriptionId: string): Promise<string[]> {
  const { db, now, environment } = ctx;
  const { sentAt } = notificationDeliveries;
  const stillOpen = db
    .select({ id: openOne.id })
    .from(openOne)
    .innerJoin(openSent, eq(openSent.notificationId, openOne.id))
    .where(
      and(
        ...[eq(openOne.environment, environment), eq(openOne.subject, notifications.subject), isNull(openOne.endedAt)],
        ...[eq(openSent.subscriptionId, subscriptionId), isNotNull(openSent.sentAt)],
      ),
    );
  const rows = await db
    .select({ subjects: sql<string[]>`array_agg(${notifications.subject})` })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId))
    .where(
      and(
        ...[eq(notificationDeliveries.subscriptionId, subscriptionId), eq(notifications.environment, environment)],
        gt(sentAt, new Date(now().getTime() - DAY_MS)),
      ),
    )
    // What went as one message has one time.
    .groupBy(sentAt)
    .having(sql`bool_and(${notifications.endedAt} is not null and ${notExists(stillOpen)})`)
    .orderBy(desc(sentAt))
    .limit(CLOSED_AT_ONCE);
  return [...new Set(rows.map(({ subjects }) => tagOf(ctx, subjects)))];
}

const textHeaders = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => name.toLowerCase() !== "content-length")
      .map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
