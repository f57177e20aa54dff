import "server-only";
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { notificationDeliveries, notifications } from "@/drizzle/schema/notifications";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";
import type { NotificationEvent } from "@/lib/events/events";
import { sumsOf } from "./amounts";
import { holdingOf } from "./current";
import { deliverAt } from "./delivery-time";
import { enqueueDelivery, idOf, type Target, toChannel, toDevice, toUser } from "./enqueue-delivery";
import { proposalPermissions } from "./proposal-permissions";
import { isEnough } from "./reach";
import { channelsIn, channelTerms, devicesByUser, usersIn, userTerms } from "./readers";
import { requestersOf } from "./requesters";
import type { NotificationSettings } from "./settings";
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
  const holding = await holdingOf(ctx, settings, found);
  // A payout that needs no approval has left before this runs: it is not announced.
  const isOver = ({ event, subject, endedAt }: Row) => endedAt !== null || holding.get(event)?.has(subject) === false;
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

/** About what waits for a decision: who asked for it cannot decide, and does not hear of it. */
const UNDECIDED = new Set<NotificationEvent>(["approval_waiting", "approval_expiring", "approval_unseen"]);

async function deliver(tx: Tx, ctx: Ctx, settings: NotificationSettings, rows: Row[]): Promise<void> {
  const { now } = ctx;
  const [channels, readers] = [await channelsIn(tx, ctx), await usersIn(tx, ctx)];
  const devices = ctx.webPush ? await devicesByUser(tx) : new Map<string, string[]>();
  const targetsOf = (userId: string) => [
    ...(ctx.mail ? [toUser(userId)] : []),
    ...(devices.get(userId) ?? []).map(toDevice),
  ];
  const sums = await sumsOf(tx, ctx, rows);
  const undecided = rows.filter(({ event }) => UNDECIDED.has(event)).map(({ subject }) => subject);
  const requesters = await requestersOf(tx, ctx, undecided);
  const permissions = await proposalPermissions(tx, undecided);
  const first = new Map<string, { target: Target; at: Date }>();
  const made = rows.flatMap((row) => {
    const { event, subject, causedBy } = row;
    const own = UNDECIDED.has(event) ? [causedBy, ...(requesters.get(subject) ?? [])] : [];
    const heard = [
      ...channels.map((id) => ({ targets: [toChannel(id)], terms: channelTerms(settings, event, id) })),
      ...readers
        .filter(({ id }) => !own.includes(id))
        .map((reader) => ({
          targets: targetsOf(reader.id),
          terms: userTerms(settings, event, reader, permissions.get(subject)),
        })),
    ];
    return heard.flatMap(({ targets, terms }) => {
      if (terms === null || !isEnough(sums.get(subject) ?? [], terms.least)) return [];
      const at = deliverAt(new Date(now().getTime() + GATHER_MS), terms.hours);
      return targets.map((target) => {
        const known = first.get(idOf(target));
        if (!known || known.at > at) first.set(idOf(target), { target, at });
        return { ...target, notificationId: row.id, at: now(), nextTryAt: at };
      });
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
