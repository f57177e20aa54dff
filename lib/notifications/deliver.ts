import "server-only";
import { and, asc, eq, inArray, isNull, lte, min, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { notificationChannels, notificationDeliveries, notifications } from "@/drizzle/schema/notifications";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { NotificationEvent } from "@/lib/events/events";
import { sumsOf, sumText } from "./amounts";
import { handledFailures, holdingOf } from "./current";
import { nextTryAt, type TryWithin } from "./delivery-time";
import { digestTimeOf, openFor } from "./digest";
import { enqueueDelivery, type Target } from "./enqueue-delivery";
import { emailText, type Item } from "./message";
import { proposalPermissions } from "./proposal-permissions";
import { listenerOf } from "./readers";
import { type Failed, type Sent, sendDigestToChannel, sendToChannel } from "./send-to-channel";
import { sendToDevice } from "./send-to-device";
import type { NotificationSettings } from "./settings";
import { settingsIn } from "./settings-in-force";

/** As many as one message, or one run over a webhook, takes. */
const CLAIMED = 200;

/** The longest a run takes; after it another process may try. */
const LEASE_MS = 5 * 60_000;

/** After it nothing else is sent to a webhook in this run: slow answers would outlast the lease. */
const RUN_MS = 60_000;

type Claimed = Pick<typeof notifications.$inferSelect, "event" | "subject"> & { id: string; tries: number };

/**
 * Sends everything that is due to one channel, user or device. Withdraws what has been handled meanwhile, and what its
 * reader does not hear of any more: a role, a choice or the settings may have changed since it was made.
 */
export async function deliverNotifications(ctx: Ctx, target: Target): Promise<void> {
  requirePermission(ctx, "notifications:send");
  const until = new Date(ctx.now().getTime() + RUN_MS);
  const claimed = await claim(ctx, target);
  const settings = await settingsIn(ctx.db, ctx);
  const holding = await holdingOf(ctx, settings, claimed);
  const handled = await handledFailures(ctx, claimed);
  const listener = await listenerOf(ctx, settings, target);
  const permissions = await proposalPermissions(
    ctx.db,
    claimed.map(({ subject }) => subject),
  );
  const isWithdrawn = ({ event, subject }: Claimed) =>
    holding.get(event)?.has(subject) === false ||
    handled.has(subject) ||
    !listener.hears(event, permissions.get(subject));
  await write(ctx, claimed.filter(isWithdrawn), { state: "withdrawn", nextTryAt: null });
  const due = claimed.filter((one) => !isWithdrawn(one));
  const [digests, news] = [due.filter(isDigest), due.filter((one) => !isDigest(one))];
  if (news.length > 0) {
    const items = await itemsOf(ctx, settings, news);
    const within: Within = async (event) => ({ hours: listener.hoursOf(event) });
    for await (const sent of send(ctx, target, items, until)) await note(ctx, news, sent, within);
  }
  if (digests.length > 0) {
    const sent = await sendDigest(ctx, settings, target, digests);
    await note(ctx, digests, sent, async () => ({ digestAt: await digestTimeOf(ctx, settings, target) }));
  }
  await next(ctx, target);
}

const isDigest = ({ event }: Claimed) => event === "daily_digest";

async function itemsOf(ctx: Ctx, settings: NotificationSettings, of: Omit<Claimed, "tries">[]): Promise<Item[]> {
  const sums = settings.showAmounts ? await sumsOf(ctx.db, ctx, of) : null;
  return of.map(({ id, event, subject }) => {
    const known = sums?.get(subject);
    return { id, event, subject, amount: known ? sumText(known) : null };
  });
}

/** One message with what is open now; none where nothing is. */
async function sendDigest(ctx: Ctx, settings: NotificationSettings, target: Target, digests: Claimed[]): Promise<Sent> {
  const own = await itemsOf(ctx, settings, digests);
  const open = await itemsOf(ctx, settings, await openFor(ctx, settings, target));
  const [digest] = own;
  if (!digest || open.length === 0) return { items: own, outcome: "withdrawn" };
  const { channelId, userId } = target;
  if (channelId === null) return { items: own, outcome: await sendEmail(ctx, userId ?? "", open, true) };
  const channel = await channelOf(ctx, channelId);
  return { items: own, outcome: channel ? await sendDigestToChannel(ctx, channel, digest.id, open) : "withdrawn" };
}

function mine({ channelId, userId, subscriptionId }: Target) {
  if (channelId !== null) return eq(notificationDeliveries.channelId, channelId);
  if (subscriptionId !== null) return eq(notificationDeliveries.subscriptionId, subscriptionId);
  return eq(notificationDeliveries.userId, userId ?? "");
}

async function claim(ctx: Ctx, target: Target): Promise<Claimed[]> {
  const { id, notificationId, nextTryAt: due, tries } = notificationDeliveries;
  return ctx.db.transaction(async (tx) => {
    const rows = await tx
      .select({ id, tries, event: notifications.event, subject: notifications.subject })
      .from(notificationDeliveries)
      .innerJoin(notifications, eq(notifications.id, notificationId))
      .where(and(mine(target), eq(notifications.environment, ctx.environment), lte(due, ctx.now())))
      .orderBy(asc(notifications.at), asc(id))
      .limit(CLAIMED)
      .for("update", { of: notificationDeliveries, skipLocked: true });
    const lease = new Date(ctx.now().getTime() + LEASE_MS);
    const ids = rows.map((row) => row.id);
    if (ids.length > 0) {
      await tx.update(notificationDeliveries).set({ nextTryAt: lease }).where(inArray(id, ids));
    }
    return rows;
  });
}

/** What became of each item, in one part or several, each as soon as it is known. */
async function* send(ctx: Ctx, target: Target, items: Item[], until: Date): AsyncGenerator<Sent> {
  const { channelId, userId, subscriptionId } = target;
  const channel = channelId === null ? null : await channelOf(ctx, channelId);
  if (subscriptionId !== null) yield* await sendToDevice(ctx, subscriptionId, items);
  else if (channelId === null) yield { items, outcome: await sendEmail(ctx, userId ?? "", items, false) };
  else if (channel) yield* sendToChannel(ctx, channel, items, until);
  else yield { items, outcome: "withdrawn" };
}

async function channelOf({ db }: Ctx, channelId: string) {
  const used = and(eq(notificationChannels.id, channelId), isNull(notificationChannels.removedAt));
  const [channel] = await db.select().from(notificationChannels).where(used);
  return channel ?? null;
}

async function sendEmail(ctx: Ctx, userId: string, items: Item[], digest: boolean): Promise<Sent["outcome"]> {
  const active = and(eq(users.id, userId), isNull(users.disabledAt));
  const [user] = await ctx.db.select({ email: users.email }).from(users).where(active);
  if (!user) return "withdrawn";
  if (!ctx.mail) return { failure: "no_mail_server", isFinal: false };
  const left = await ctx.mail({ to: user.email, ...emailText(items, ctx, digest) });
  return left.ok ? "sent" : { failure: left.error.reason, isFinal: left.error.isFinal };
}

/** Within what an event is tried again. Read where it has to be: most messages are received. */
type Within = (event: NotificationEvent) => Promise<TryWithin>;

async function note(ctx: Ctx, due: Claimed[], { items, outcome }: Sent, within: Within): Promise<void> {
  const among = new Set(items.map(({ id }) => id));
  const ones = due.filter(({ id }) => among.has(id));
  const now = ctx.now();
  if (outcome === "sent") {
    // In one write: what went as one message has one time, and no part of it goes again.
    const tries = sql`${notificationDeliveries.tries} + 1`;
    await write(ctx, ones, { state: "sent", sentAt: now, tries, failure: null, nextTryAt: null });
  } else if (outcome === "withdrawn") {
    await write(ctx, ones, { state: "withdrawn", nextTryAt: null });
  } else if (outcome === "not_tried") {
    await write(ctx, ones, { nextTryAt: now });
  } else {
    for (const [event, ofEvent] of Map.groupBy(ones, (one) => one.event)) {
      await putOff(ctx, ofEvent, outcome, now, await within(event));
    }
  }
}

async function putOff(ctx: Ctx, ones: Claimed[], outcome: "unreached" | Failed, now: Date, within: TryWithin) {
  if (outcome === "unreached") {
    // As after a first failure: what failed is due later each time, and does not hold up the others.
    return write(ctx, ones, { nextTryAt: nextTryAt(now, 1, within) });
  }
  for (const [before, some] of Map.groupBy(ones, (one) => one.tries)) {
    const tries = before + 1;
    const again = outcome.isFinal ? null : nextTryAt(now, tries, within);
    const state = again === null ? "failed" : "waiting";
    await write(ctx, some, { state, tries, failure: outcome.failure, nextTryAt: again });
  }
}

type Change = PgUpdateSetSource<typeof notificationDeliveries>;

/** What a sweep has withdrawn meanwhile stays so, unless it was sent. */
async function write({ db }: Ctx, ones: { id: string }[], change: Change): Promise<void> {
  if (ones.length === 0) return;
  const ids = ones.map(({ id }) => id);
  const held = change.state === "sent" ? undefined : eq(notificationDeliveries.state, "waiting");
  await db
    .update(notificationDeliveries)
    .set(change)
    .where(and(inArray(notificationDeliveries.id, ids), held));
}

async function next(ctx: Ctx, target: Target): Promise<void> {
  const [soonest] = await ctx.db
    .select({ at: min(notificationDeliveries.nextTryAt) })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.id, notificationDeliveries.notificationId))
    .where(and(mine(target), eq(notifications.environment, ctx.environment)));
  const at = soonest?.at;
  if (at) await ctx.db.transaction((tx) => enqueueDelivery(tx, ctx, target, at));
}
