import "server-only";
import { and, eq, lte } from "drizzle-orm";
import { pollingLeases } from "@/drizzle/schema/polling";
import type { Ctx } from "@/lib/auth/context";

/** How many of our status checks run concurrently per environment, over all instances. */
export const LEASES = 4;

/** Beside the numbered ones, so that a long list of old orders never keeps open ones from being polled. */
export const BACKFILL_LEASE = -1;

/** For checks of orders named only by unsigned callbacks: one at a time, beside the numbered slots. */
export const UNKNOWN_ORDERS_LEASE = -2;

/** Longer than a check takes, with its control question: what is held longer was dropped by a process that died. */
export const DROPPED_AFTER_MS = 90_000;

/** Takes a free slot, or none. */
export async function acquireLease(
  { db, environment, now }: Ctx,
  holder: string,
  offered: readonly number[],
): Promise<number | null> {
  const heldUntil = new Date(now().getTime() + DROPPED_AFTER_MS);
  for (const slot of offered) {
    const [taken] = await db
      .insert(pollingLeases)
      .values({ environment, slot, heldUntil, holder })
      .onConflictDoUpdate({
        target: [pollingLeases.environment, pollingLeases.slot],
        set: { heldUntil, holder },
        setWhere: lte(pollingLeases.heldUntil, now()),
      })
      .returning({ slot: pollingLeases.slot });
    if (taken) return taken.slot;
  }
  return null;
}

/** False if another process has the lease meanwhile. */
export async function renewLease({ db, environment, now }: Ctx, holder: string): Promise<boolean> {
  const mine = and(eq(pollingLeases.environment, environment), eq(pollingLeases.holder, holder));
  const heldUntil = new Date(now().getTime() + DROPPED_AFTER_MS);
  const kept = await db.update(pollingLeases).set({ heldUntil }).where(mine).returning({ slot: pollingLeases.slot });
  return kept.length > 0;
}

export const releaseLease = ({ db, environment }: Ctx, holder: string) =>
  db.delete(pollingLeases).where(and(eq(pollingLeases.environment, environment), eq(pollingLeases.holder, holder)));
