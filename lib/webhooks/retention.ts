import "server-only";
import { and, asc, eq, inArray, lt, notExists } from "drizzle-orm";
import { webhookDeliveries, webhookEvents } from "@/drizzle/schema/webhooks";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { DAY_MS } from "@/lib/time";

/** So many events a transaction: the tables stay free for those who write. */
const BATCH = 2_000;

/**
 * Removes events that are older than they are kept, with what became of them at each endpoint. What an endpoint still
 * waits for stays. The database lets no younger event go than 31 days.
 */
export async function removeOldWebhooks(ctx: Ctx, { days }: { days: number }): Promise<{ removed: number }> {
  requirePermission(ctx, "raw_data:delete");
  const before = new Date(ctx.now().getTime() - days * DAY_MS);
  const { position, environment, at } = webhookEvents;
  let removed = 0;
  for (let count = BATCH; count === BATCH; removed += count) {
    count = await ctx.db.transaction(async (tx) => {
      const waiting = tx
        .select({ position: webhookDeliveries.position })
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.position, position), eq(webhookDeliveries.state, "waiting")));
      const old = await tx
        .select({ position })
        .from(webhookEvents)
        .where(and(eq(environment, ctx.environment), lt(at, before), notExists(waiting)))
        .orderBy(asc(at))
        .limit(BATCH);
      const positions = old.map((event) => event.position);
      if (positions.length === 0) return 0;
      await tx.delete(webhookDeliveries).where(inArray(webhookDeliveries.position, positions));
      await tx.delete(webhookEvents).where(inArray(position, positions));
      const detail = { days, count: positions.length };
      await record(tx, ctx, { action: "webhooks.events_deleted", subject: before.toISOString(), detail });
      return positions.length;
    });
  }
  return { removed };
}
