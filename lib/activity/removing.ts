import "server-only";
import { and, eq, inArray, isNotNull, isNull, lt, or } from "drizzle-orm";
import { deliveries } from "@/drizzle/schema/deliveries";
import { exchanges } from "@/drizzle/schema/evidence";
import { record } from "@/lib/audit/record";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import type { Tx } from "@/lib/db/connection";

const DAY_MS = 86_400_000;
/** So many rows a transaction: the tables stay free for those who write. */
const BATCH = 2_000;

/**
 * Removes headers and bodies that are older than they are kept. The facts stay: when something came, from where, how
 * it was signed, what was answered and what it did. The database lets nothing else of these rows change.
 */
export async function removeOldRaw(ctx: Ctx, { days }: { days: number }): Promise<{ removed: number }> {
  requirePermission(ctx, "raw:remove");
  const before = new Date(ctx.now().getTime() - days * DAY_MS);
  let removed = 0;
  for (const removeSome of [removeDeliveries, removeExchanges]) {
    for (let count = BATCH; count === BATCH; removed += count) {
      count = await ctx.db.transaction(async (tx) => {
        const some = await removeSome(tx, ctx, before);
        const subject = before.toISOString();
        if (some > 0) await record(tx, ctx, { action: "raw.removed", subject, detail: { days, count: some } });
        return some;
      });
    }
  }
  return { removed };
}

async function removeDeliveries(tx: Tx, { environment, now }: Ctx, before: Date): Promise<number> {
  const { id, receivedAt, rawRemovedAt, effect, refusal } = deliveries;
  // What nobody has judged is still to be read.
  const isJudged = or(isNotNull(effect), isNotNull(refusal));
  const old = tx
    .select({ id })
    .from(deliveries)
    .where(and(eq(deliveries.environment, environment), isNull(rawRemovedAt), lt(receivedAt, before), isJudged))
    .limit(BATCH);
  const gone = { headers: {}, body: Buffer.alloc(0), rawRemovedAt: now() };
  return (await tx.update(deliveries).set(gone).where(inArray(id, old)).returning({ id })).length;
}

async function removeExchanges(tx: Tx, { environment, now }: Ctx, before: Date): Promise<number> {
  const { id, sentAt, rawRemovedAt } = exchanges;
  const old = tx
    .select({ id })
    .from(exchanges)
    .where(and(eq(exchanges.environment, environment), isNull(rawRemovedAt), lt(sentAt, before)))
    .limit(BATCH);
  const gone = { headers: {}, requestBody: "", body: null, rawRemovedAt: now() };
  return (await tx.update(exchanges).set(gone).where(inArray(id, old)).returning({ id })).length;
}
