import "server-only";
import { and, asc, eq, inArray, isNull, lte, min } from "drizzle-orm";
import { notificationChannels, notificationDeliveries, notifications } from "@/drizzle/schema/notifications";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isStateEvent } from "@/lib/events/events";
import { amountsOf } from "./amounts";
import { HOLDS } from "./current";
import { nextTryAt } from "./delivery-time";
import { enqueueDelivery, type Target } from "./enqueue-delivery";
import { emailText, type Item } from "./message";
import { type Sent, sendToChannel } from "./send-to-channel";
import { settingsIn } from "./settings-in-force";

/** As many as one message, or one run over a webhook, takes. */
const CLAIMED = 200;

/** The longest a run takes; after it another process may try. */
const LEASE_MS = 5 * 60_000;

type Claimed = Pick<typeof notifications.$inferSelect, "event" | "subject"> & { id: string; tries: number };

/** Sends everything that is due to one channel or user, and withdraws what has been handled meanwhile. */
export async function deliverNotifications(ctx: Ctx, target: Target): Promise<void> {
  requirePermission(ctx, "notifications:send");
  const claimed = await claim(ctx, target);
  const settings = await settingsIn(ctx.db, ctx);
  const over = new Set<string>();
  for (const event of new Set(claimed.map((one) => one.event))) {
    if (!isStateEvent(event)) continue;
    const holding = new Set(await HOLDS[event](ctx, settings));
    for (const one of claimed) if (one.event === event && !holding.has(one.subject)) over.add(one.id);
  }
  await write(ctx, [...over], { state: "withdrawn", nextTryAt: null });
  const due = claimed.filter(({ id }) => !over.has(id));
  if (due.length > 0) {
    const amounts = settings.showAmounts ? await amountsOf(ctx, due) : new Map<string, string>();
    const items = due.map(({ id, event, subject }) => ({ id, event, subject, amount: amounts.get(subject) ?? null }));
    for (const sent of await send(ctx, target, items)) await note(ctx, due, sent);
  }
  await next(ctx, target);
}

const mine = ({ channelId, userId }: Target) =>
  channelId === null
    ? eq(notificationDeliveries.userId, userId ?? "")
    : eq(notificationDeliveries.channelId, channelId);

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

/** What became of each item, in one part or several. */
async function send(ctx: Ctx, { channelId, userId }: Target, items: Item[]): Promise<Sent[]> {
  if (channelId !== null) {
    const used = and(eq(notificationChannels.id, channelId), isNull(notificationChannels.removedAt));
    const [channel] = await ctx.db.select().from(notificationChannels).where(used);
    return channel ? sendToChannel(ctx, channel, items) : [{ items, outcome: "withdrawn" }];
  }
  const active = and(eq(users.id, userId ?? ""), isNull(users.disabledAt));
  const [user] = await ctx.db.select({ email: users.email }).from(users).where(active);
  if (!user) return [{ items, outcome: "withdrawn" }];
  if (!ctx.mail) return [{ items, outcome: { failure: "no_mail_server", isFinal: false } }];
  const left = await ctx.mail({ to: user.email, ...emailText(items, ctx) });
  return [{ items, outcome: left.ok ? "sent" : { failure: left.error.reason, isFinal: left.error.isFinal } }];
}

async function note(ctx: Ctx, due: Claimed[], { items, outcome }: Sent): Promise<void> {
  const among = new Set(items.map(({ id }) => id));
  const now = ctx.now();
  for (const [before, ones] of Map.groupBy(
    due.filter(({ id }) => among.has(id)),
    ({ tries }) => tries,
  )) {
    const ids = ones.map(({ id }) => id);
    const tries = before + 1;
    if (outcome === "sent") {
      await write(ctx, ids, { state: "sent", sentAt: now, tries, failure: null, nextTryAt: null });
    } else if (outcome === "withdrawn") {
      await write(ctx, ids, { state: "withdrawn", nextTryAt: null });
    } else {
      const again = outcome.isFinal ? null : nextTryAt(now, tries);
      const state = again === null ? "failed" : "waiting";
      await write(ctx, ids, { state, tries, failure: outcome.failure, nextTryAt: again });
    }
  }
}

type Change = Partial<typeof notificationDeliveries.$inferInsert>;

/** What a sweep has withdrawn meanwhile stays so, unless it was sent. */
async function write({ db }: Ctx, ids: string[], change: Change): Promise<void> {
  if (ids.length === 0) return;
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
