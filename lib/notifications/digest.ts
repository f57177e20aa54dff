import "server-only";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { notificationDeliveries, notifications } from "@/drizzle/schema/notifications";
import type { Ctx } from "@/lib/auth/context";
import type { Permission } from "@/lib/auth/permissions";
import { isStateEvent, type NotificationEvent, STATE_EVENTS, subjectOf } from "@/lib/events/events";
import { tokyoDay } from "@/lib/time";
import { sumsOf } from "./amounts";
import { holdingOf } from "./current";
import { dayOfDueDigest, isDayOf } from "./delivery-time";
import { enqueueDelivery, type Target, toChannel, toUser } from "./enqueue-delivery";
import { proposalPermissions } from "./proposal-permissions";
import { isEnough } from "./reach";
import { channelsIn, channelTerms, usersIn, userTerms } from "./readers";
import { requestersOf } from "./requesters";
import type { NotificationSettings } from "./settings";

/** Makes the delivery of a day's digest for each reader whose time has come; once a day for each. Its callers ask for their permission. */
export async function startDigests(ctx: Ctx, settings: NotificationSettings): Promise<void> {
  const { db } = ctx;
  const now = ctx.now();
  const wanted: { day: Date; target: Target }[] = [];
  const usual = dayOfDueDigest(now, settings.digestAt);
  for (const channelId of usual ? await channelsIn(db, ctx) : []) {
    const terms = channelTerms(settings, "daily_digest", channelId);
    if (usual && terms && isDayOf(terms.hours, usual)) wanted.push({ day: usual, target: toChannel(channelId) });
  }
  for (const reader of ctx.mail ? await usersIn(db, ctx) : []) {
    const day = dayOfDueDigest(now, reader.choices.digestAt ?? settings.digestAt);
    const terms = userTerms(settings, "daily_digest", reader);
    if (day && terms && isDayOf(terms.hours, day)) wanted.push({ day, target: toUser(reader.id) });
  }
  for (const [day, ones] of Map.groupBy(wanted, ({ day }) => tokyoDay(day))) {
    await startDigest(
      ctx,
      day,
      ones.map(({ target }) => target),
    );
  }
}

async function startDigest(ctx: Ctx, day: string, targets: Target[]): Promise<void> {
  const { db, environment } = ctx;
  const now = ctx.now();
  await db.transaction(async (tx) => {
    const row = { environment, event: "daily_digest", subject: subjectOf("digest", day) } as const;
    await tx
      .insert(notifications)
      .values({ ...row, at: now, fannedOutAt: now })
      .onConflictDoNothing();
    const ofDay = and(eq(notifications.environment, environment), eq(notifications.subject, row.subject));
    const [digest] = await tx.select({ id: notifications.id }).from(notifications).where(ofDay);
    if (!digest) throw new Error("the digest of the day was not written");
    const { channelId, userId, subscriptionId } = notificationDeliveries;
    const made = await tx
      .insert(notificationDeliveries)
      .values(targets.map((target) => ({ ...target, notificationId: digest.id, at: now, nextTryAt: now })))
      .onConflictDoNothing()
      .returning({ channelId, userId, subscriptionId });
    for (const target of made) await enqueueDelivery(tx, ctx, target, now);
  });
}

/** At which time this reader gets the digest. Its callers ask for their permission. */
export async function digestTimeOf(ctx: Ctx, { digestAt }: NotificationSettings, { userId }: Target): Promise<string> {
  const reader = userId === null ? undefined : (await usersIn(ctx.db, ctx)).find(({ id }) => id === userId);
  return reader?.choices.digestAt ?? digestAt;
}

/** What is open of the events that this reader hears of. Empty: there is nothing to send. Its callers ask for their permission. */
export async function openFor(ctx: Ctx, settings: NotificationSettings, { channelId, userId }: Target) {
  const { db, environment } = ctx;
  const reader = userId === null ? null : ((await usersIn(db, ctx)).find(({ id }) => id === userId) ?? null);
  const termsOf = (event: (typeof STATE_EVENTS)[number], decidedWith?: Permission) => {
    if (channelId !== null) return channelTerms(settings, event, channelId);
    return reader && userTerms(settings, event, reader, decidedWith);
  };
  // Of proposals those hear who may decide about them.
  const heard = STATE_EVENTS.filter((event) => termsOf(event) !== null || (reader && isApproval(event)));
  if (heard.length === 0) return [];
  const { id, event, subject, at } = notifications;
  const open = await db
    .select({ id, event, subject })
    .from(notifications)
    .where(and(eq(notifications.environment, environment), isNull(notifications.endedAt), inArray(event, heard)))
    .orderBy(asc(at), asc(id));
  const sums = await sumsOf(db, ctx, open);
  const subjects = open.map((one) => one.subject);
  const requesters = reader && (await requestersOf(db, ctx, subjects));
  const permissions = await proposalPermissions(db, subjects);
  const holding = await holdingOf(ctx, settings, open);
  const shown = open.filter((one) => {
    if (!isStateEvent(one.event) || !holding.get(one.event)?.has(one.subject)) return false;
    if (isApproval(one.event) && requesters?.get(one.subject)?.includes(userId ?? "")) return false;
    const terms = termsOf(one.event, permissions.get(one.subject));
    return terms !== null && isEnough(sums.get(one.subject) ?? [], terms.least);
  });
  return shown.filter(({ event, subject }) => {
    const stronger = event === "approval_unseen" ? OF_APPROVALS : event === "approval_waiting" ? [OF_APPROVALS[0]] : [];
    return !shown.some((other) => other.subject === subject && stronger.some((one) => one === other.event));
  });
}

const isApproval = (event: NotificationEvent) => event.startsWith("approval_");

/** One approval is listed once, and as about to expire where it is. */
const OF_APPROVALS = ["approval_expiring", "approval_waiting"] as const;
