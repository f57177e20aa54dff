import "server-only";
import { and, eq, inArray, isNull, lte } from "drizzle-orm";
import { notificationDeliveries, notifications } from "@/drizzle/schema/notifications";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { endNotifications } from "@/lib/events/announce";
import { STATE_EVENTS } from "@/lib/events/events";
import { HOLDS } from "./current";
import { startDigests } from "./digest";
import { enqueueDelivery } from "./enqueue-delivery";
import { fanOut } from "./fan-out";
import { settingsIn } from "./settings-in-force";

const WRITTEN_AT_ONCE = 500;

/**
 * Once a minute: finds the states that no transaction announces, such as time that ran out, ends those that were
 * handled, and takes up what was lost with its process.
 */
export async function detectNotifications(ctx: Ctx): Promise<void> {
  requirePermission(ctx, "notifications:send");
  const { db, environment } = ctx;
  const settings = await settingsIn(db, ctx);
  const open = await db
    .select({ id: notifications.id, event: notifications.event, subject: notifications.subject })
    .from(notifications)
    .where(
      and(
        eq(notifications.environment, environment),
        isNull(notifications.endedAt),
        inArray(notifications.event, [...STATE_EVENTS]),
      ),
    );
  const openOf = Map.groupBy(open, ({ event }) => event);
  for (const event of STATE_EVENTS) {
    const holding = new Set(await HOLDS[event](ctx, settings));
    const before = openOf.get(event) ?? [];
    const known = new Set(before.map(({ subject }) => subject));
    const news = [...holding].filter((subject) => !known.has(subject));
    for (let from = 0; from < news.length; from += WRITTEN_AT_ONCE) {
      const rows = news.slice(from, from + WRITTEN_AT_ONCE).map((subject) => ({ environment, event, subject }));
      const at = ctx.now();
      await db
        .insert(notifications)
        .values(rows.map((row) => ({ ...row, at })))
        .onConflictDoNothing();
    }
    const over = before.filter(({ subject }) => !holding.has(subject)).map(({ id }) => id);
    for (let from = 0; from < over.length; from += WRITTEN_AT_ONCE) {
      const some = inArray(notifications.id, over.slice(from, from + WRITTEN_AT_ONCE));
      await db.transaction((tx) => endNotifications(tx, ctx.now(), and(some, isNull(notifications.endedAt))));
    }
  }
  await fanOut(ctx);
  await startDigests(ctx, settings);
  await recoverDeliveries(ctx);
}

/** Deliveries that are due and whose job was lost with its process. */
async function recoverDeliveries(ctx: Ctx): Promise<void> {
  const { channelId, userId, subscriptionId, notificationId, nextTryAt } = notificationDeliveries;
  const late = await ctx.db
    .selectDistinct({ channelId, userId, subscriptionId })
    .from(notificationDeliveries)
    .innerJoin(notifications, eq(notifications.id, notificationId))
    .where(and(eq(notifications.environment, ctx.environment), lte(nextTryAt, ctx.now())));
  await ctx.db.transaction(async (tx) => {
    for (const target of late) await enqueueDelivery(tx, ctx, target, ctx.now());
  });
}
