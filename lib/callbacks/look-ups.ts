import "server-only";
import { and, asc, desc, eq, gt, lte, min, notInArray, type SQL } from "drizzle-orm";
import { queryBudgets } from "@/drizzle/schema/callbacks";
import { type Delivery, deliveries, isToLookUp } from "@/drizzle/schema/deliveries";
import type { Ctx } from "@/lib/auth/context";
import { enqueue } from "@/lib/db/enqueue";
import { afterInVain, isExhausted, minuteAfter, minuteOf } from "./query-budget";

/** An accepted order is shown within 30 s (docs/payout-protocol.md, "Assumptions"); a callback may come before. */
const SHOWN_AFTER_MS = 60_000;
/** Second look-ups of one order are due together, so that one of them serves all its deliveries. */
const TOGETHER_MS = 10_000;

/** Not found then may mean that the service did not show it yet. */
export const isTooEarly = ({ receivedAt }: Delivery, askedAt: Date) =>
  askedAt.getTime() < receivedAt.getTime() + SHOWN_AFTER_MS;

const toLookUp = ({ environment }: Ctx) => and(isToLookUp(deliveries), eq(deliveries.environment, environment));

/** Until its look-up `processedAt` is when it is due: since it was processed, or from some time on. */
const pending = (ctx: Ctx, signature: "valid" | "absent") =>
  and(toLookUp(ctx), eq(deliveries.signature, signature), lte(deliveries.processedAt, ctx.now()));

const LONGEST_MS = 24 * 60 * 60_000;

/** Puts its next look-up off to a time at which the answer is certain. */
export async function lookUpAgain(ctx: Ctx, { id, receivedAt }: Delivery): Promise<void> {
  const from = receivedAt.getTime() + SHOWN_AFTER_MS;
  const processedAt = new Date(Math.ceil(from / TOGETHER_MS) * TOGETHER_MS);
  await ctx.db.update(deliveries).set({ processedAt }).where(isPending(ctx, id));
}

/** Puts its next look-up off by as long as it has waited, at most a day: the answer is the same until the settings change. */
export async function lookUpMuchLater(ctx: Ctx, { id, receivedAt }: Delivery): Promise<void> {
  const now = ctx.now().getTime();
  const processedAt = new Date(now + Math.min(LONGEST_MS, Math.max(SHOWN_AFTER_MS, now - receivedAt.getTime())));
  await ctx.db.update(deliveries).set({ processedAt }).where(isPending(ctx, id));
}

/** Whether this delivery still waits for its status check. */
export const isPending = (ctx: Ctx, id: string) => and(toLookUp(ctx), eq(deliveries.id, id));

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

/** Schedules a look-up of pending deliveries: now, at a time, or when the budget or a second look-up allows one. */
export async function planLookUps(ctx: Ctx, from: Date = ctx.now()): Promise<void> {
  const { db, environment } = ctx;
  const runAt = (await nextToLookUp(ctx, 0)) !== null ? from : await nextChance(ctx);
  if (runAt === null) return;
  const options = { runAt, key: `look-up:${environment}`, isLast: true };
  await db.transaction((tx) => enqueue(tx, "check-unknown-orders", { environment }, options));
}

/** When a look-up may be made, while none may now; null where none waits. */
async function nextChance(ctx: Ctx): Promise<Date | null> {
  const put = and(toLookUp(ctx), gt(deliveries.processedAt, ctx.now()));
  const [[later], unspent] = await Promise.all([
    ctx.db
      .select({ due: min(deliveries.processedAt) })
      .from(deliveries)
      .where(put),
    ctx.db.$count(deliveries, pending(ctx, "absent")),
  ]);
  const due = later?.due ?? null;
  if (unspent === 0) return due;
  const minute = minuteAfter(ctx.now());
  return due !== null && due < minute ? due : minute;
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
