import "server-only";
import { and, asc, desc, eq, notInArray, type SQL } from "drizzle-orm";
import { queryBudgets } from "@/drizzle/schema/callbacks";
import { deliveries, isToLookUp } from "@/drizzle/schema/deliveries";
import type { Ctx } from "@/lib/auth/context";
import { enqueue } from "@/lib/db/enqueue";
import { afterInVain, isExhausted, minuteAfter, minuteOf } from "./query-budget";

type Delivery = typeof deliveries.$inferSelect;

const pending = ({ environment }: Ctx, signature: "valid" | "absent") =>
  and(isToLookUp(deliveries), eq(deliveries.environment, environment), eq(deliveries.signature, signature));

/** Whether this delivery still waits for its status check. */
export const isPending = (ctx: Ctx, id: string) =>
  and(isToLookUp(deliveries), eq(deliveries.environment, ctx.environment), eq(deliveries.id, id));

/**
 * The next delivery whose order needs a status check: signed ones first, as they cannot be forged. Then the oldest and
 * the newest unsigned ones in turn, within the budget of their address.
 */
export async function nextToLookUp(ctx: Ctx, turn: number): Promise<Delivery | null> {
  const first = async (which: SQL | undefined, order: SQL) =>
    (await ctx.db.select().from(deliveries).where(which).orderBy(order).limit(1))[0] ?? null;
  const signed = await first(pending(ctx, "valid"), asc(deliveries.processedAt));
  if (signed) return signed;

  const spent = await exhausted(ctx);
  const unspent = spent.length > 0 ? notInArray(deliveries.environmentAddress, spent) : undefined;
  const order = turn % 2 === 0 ? asc(deliveries.processedAt) : desc(deliveries.processedAt);
  return first(and(pending(ctx, "absent"), unspent), order);
}

/** Schedules a look-up of pending deliveries: now, at a time, or in the next minute if the budget is used up. */
export async function planLookUps(ctx: Ctx, from: Date = ctx.now()): Promise<void> {
  const { db, environment } = ctx;
  const mayAsk = (await nextToLookUp(ctx, 0)) !== null;
  if (!mayAsk && (await db.$count(deliveries, pending(ctx, "absent"))) === 0) return;
  const runAt = mayAsk ? from : minuteAfter(ctx.now());
  const options = { runAt, key: `look-up:${environment}`, isLast: true };
  await db.transaction((tx) => enqueue(tx, "check-unknown-orders", { environment }, options));
}

/** The addresses without budget in this minute. */
async function exhausted({ db, environment, now }: Ctx): Promise<string[]> {
  const ofMinute = and(eq(queryBudgets.environment, environment), eq(queryBudgets.minute, minuteOf(now())));
  const spent = await db.select().from(queryBudgets).where(ofMinute);
  return spent.filter(isExhausted).map(({ address }) => address);
}

/** Counts a status check that found no order against the address that caused it. */
export async function noteInVain({ db, environment, now }: Ctx, address: string): Promise<void> {
  await db.transaction(async (tx) => {
    const mine = eq(queryBudgets.address, address);
    const [held] = await tx.select().from(queryBudgets).where(mine).for("update");
    const spent = afterInVain(held ?? null, now());
    await tx
      .insert(queryBudgets)
      .values({ address, environment, ...spent })
      .onConflictDoUpdate({ target: queryBudgets.address, set: spent });
  });
}
