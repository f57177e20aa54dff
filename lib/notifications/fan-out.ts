import "server-only";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import {
  notificationChannels,
  notificationDeliveries,
  notificationPreferences,
  notifications,
} from "@/drizzle/schema/notifications";
import { users } from "@/drizzle/schema/users";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isPerson } from "@/lib/auth/permissions";
import type { Tx } from "@/lib/db/connection";
import { isStateEvent, type NotificationEvent } from "@/lib/events/events";
import { HOLDS } from "./current";
import { deliverAt } from "./delivery-time";
import { enqueueDelivery, type Target } from "./enqueue-delivery";
import { hoursFor, NO_CHOICES, type NotificationSettings, type RouteHours } from "./settings";
import { settingsIn } from "./settings-in-force";

const AT_ONCE = 500;

/** What happens within these seconds comes as one message. */
const GATHER_MS = 5_000;

/** Makes of each event in the outbox the deliveries that the settings of this moment ask for. */
export async function fanOut(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "notifications:send");
  const settings = await settingsIn(ctx.db, ctx);
  while (await fanOutSome(ctx, settings));
}

type Row = typeof notifications.$inferSelect;

async function fanOutSome(ctx: Ctx, settings: NotificationSettings): Promise<boolean> {
  const { db, environment, now } = ctx;
  const waiting = and(eq(notifications.environment, environment), isNull(notifications.fannedOutAt));
  const found = await db
    .select({ id: notifications.id, event: notifications.event })
    .from(notifications)
    .where(waiting)
    .orderBy(asc(notifications.at), asc(notifications.id))
    .limit(AT_ONCE);
  if (found.length === 0) return false;
  const isOver = await stateOf(ctx, settings, new Set(found.map(({ event }) => event)));
  const ids = found.map(({ id }) => id);
  await db.transaction(async (tx) => {
    const rows = await tx
      .select()
      .from(notifications)
      .where(and(inArray(notifications.id, ids), isNull(notifications.fannedOutAt)))
      .orderBy(asc(notifications.at), asc(notifications.id))
      .for("update", { skipLocked: true });
    const over = rows.filter((row) => row.endedAt === null && isOver(row));
    await deliver(
      tx,
      ctx,
      settings,
      rows.filter((row) => !isOver(row)),
    );
    for (const [some, change] of [
      [rows, { fannedOutAt: now() }],
      [over, { endedAt: now() }],
    ] as const) {
      const these = some.map(({ id }) => id);
      if (these.length > 0) await tx.update(notifications).set(change).where(inArray(notifications.id, these));
    }
  });
  return found.length === AT_ONCE;
}

/** A payout that needs no approval has left before this runs: it is not announced. */
async function stateOf(ctx: Ctx, settings: NotificationSettings, events: Set<NotificationEvent>) {
  const holding = new Map<NotificationEvent, Set<string>>();
  for (const event of events) {
    if (isStateEvent(event)) holding.set(event, new Set(await HOLDS[event](ctx, settings)));
  }
  return ({ event, subject, endedAt }: Row) => endedAt !== null || holding.get(event)?.has(subject) === false;
}

async function deliver(tx: Tx, ctx: Ctx, settings: NotificationSettings, rows: Row[]): Promise<void> {
  const { now } = ctx;
  const [channels, readers] = [await channelsIn(tx, ctx), await readersIn(tx, ctx)];
  const first = new Map<string, { target: Target; at: Date }>();
  const made = rows.flatMap((row) => {
    const { hours, channels: chosen } = settings.routes[row.event];
    const toChannels = channels
      .filter((id) => chosen.includes(id))
      .map((channelId) => ({ channelId, userId: null, hours }));
    // Who asked for it cannot approve it.
    const others = row.event === "approval_waiting" ? readers.filter(({ id }) => id !== row.causedBy) : readers;
    const toUsers = others.flatMap((reader) => {
      const when: RouteHours | null = hoursFor(settings, row.event, reader);
      return when === null ? [] : [{ channelId: null, userId: reader.id, hours: when }];
    });
    return [...toChannels, ...toUsers].map(({ hours: when, ...target }) => {
      const at = deliverAt(new Date(now().getTime() + GATHER_MS), when, settings);
      const key = target.channelId ?? target.userId ?? "";
      const known = first.get(key);
      if (!known || known.at > at) first.set(key, { target, at });
      return { ...target, notificationId: row.id, at: now(), nextTryAt: at };
    });
  });
  for (let from = 0; from < made.length; from += AT_ONCE) {
    await tx
      .insert(notificationDeliveries)
      .values(made.slice(from, from + AT_ONCE))
      .onConflictDoNothing();
  }
  for (const { target, at } of first.values()) await enqueueDelivery(tx, ctx, target, at);
}

async function channelsIn(tx: Tx, { environment }: Ctx): Promise<string[]> {
  const used = and(eq(notificationChannels.environment, environment), isNull(notificationChannels.removedAt));
  return (await tx.select({ id: notificationChannels.id }).from(notificationChannels).where(used)).map(({ id }) => id);
}

/** Who hears by e-mail; no one without a mail server. */
async function readersIn(tx: Tx, { environment, mail }: Ctx) {
  if (!mail) return [];
  const own = and(eq(notificationPreferences.userId, users.id), eq(notificationPreferences.environment, environment));
  const rows = await tx
    .select({ id: users.id, role: users.role, choices: notificationPreferences.choices })
    .from(users)
    .leftJoin(notificationPreferences, own)
    .where(isNull(users.disabledAt));
  return rows.filter(isPerson).map(({ choices, ...user }) => ({ ...user, choices: choices ?? NO_CHOICES }));
}
