import "server-only";
import { and, asc, desc, eq, lte, or, sql } from "drizzle-orm";
import { transactions } from "@/drizzle/schema/transactions";
import { type Ctx, requirePermission } from "@/lib/auth/context";
import { isStopping } from "@/lib/shutdown";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { admit, giveProbeBack, wakePollers } from "./admission";
import { acquireLease, DROPPED_AFTER_MS, LEASES, releaseLease, renewLease } from "./lease";

/** A round ends after this many checks, so that other jobs get their turn. */
const ROUND = 50;

/** An order's job starts by the database's clock, which may be slightly ahead of ours. */
const EARLY_MS = 1_000;

/** The order whose job started. Others are not polled early, which would miss their news by a moment. */
type Alarm = { referenceId: string };

/**
 * Polls due orders one after another, as long as a lease is free. Every order's job calls this; most find that another
 * run was faster.
 */
export async function pollDueOrders(ctx: Ctx, alarm?: Alarm): Promise<{ asked: number }> {
  requirePermission(ctx, "orders:poll");
  const holder = ctx.random(8);
  const slot = await acquireLease(ctx, holder, [...Array(LEASES).keys()]);
  if (slot === null) return { asked: 0 };

  let asked = 0;
  let mayGoOn = true;
  try {
    for (; asked < ROUND && !isStopping() && (await renewLease(ctx, holder)); asked += 1) {
      const admission = await admit(ctx);
      mayGoOn = admission.kind !== "wait";
      if (!mayGoOn) break;
      const referenceId = await takeDue(ctx, slot, alarm);
      if (referenceId === null) {
        if (admission.kind === "probe") await giveProbeBack(ctx);
        break;
      }
      await checkOrderStatus(ctx, { referenceId, isProbe: admission.kind === "probe" });
    }
  } finally {
    await releaseLease(ctx, holder);
  }
  // An order may have come due after our last query, while this run held the lease.
  if (mayGoOn) await wakeForDueOrders(ctx);
  return { asked };
}

/** Enqueues pollers where orders are due. */
export async function wakeForDueOrders(ctx: Ctx): Promise<void> {
  const due = await ctx.db.select({ id: transactions.id }).from(transactions).where(isDue(ctx)).limit(1);
  if (due.length > 0) await ctx.db.transaction((tx) => wakePollers(tx, ctx));
}

function isDue({ environment, now }: Ctx, alarm?: Alarm) {
  const early = new Date(now().getTime() + (alarm ? EARLY_MS : 0));
  const within = and(eq(transactions.environment, environment), lte(transactions.nextPollAt, early));
  if (!alarm) return within;
  return and(within, or(lte(transactions.nextPollAt, now()), eq(transactions.referenceId, alarm.referenceId)));
}

/**
 * Claims a due order until its check has surely ended. Half of the leases take the longest overdue order, half the most
 * recently due, so that neither kind of backlog delays the other.
 */
async function takeDue(ctx: Ctx, slot: number, alarm?: Alarm): Promise<string | null> {
  const { nextPollAt } = transactions;
  const next = ctx.db
    .select({ id: transactions.id })
    .from(transactions)
    .where(isDue(ctx, alarm))
    .orderBy(slot % 2 === 0 ? desc(nextPollAt) : asc(nextPollAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const [taken] = await ctx.db
    .update(transactions)
    .set({ nextPollAt: new Date(ctx.now().getTime() + DROPPED_AFTER_MS) })
    .where(sql`${transactions.id} = (${next})`)
    .returning({ referenceId: transactions.referenceId });
  return taken?.referenceId ?? null;
}
