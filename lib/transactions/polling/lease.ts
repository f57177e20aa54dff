import "server-only";
import { and, eq, lte } from "drizzle-orm";
import { pollingLeases } from "@/drizzle/schema/polling";
import type { Ctx } from "@/lib/auth/context";

/** Concurrent status checks per environment, over all instances. */
export const LEASES = 4;

/** A lease of its own, so that a long backfill never delays open orders. */
export const BACKFILL_LEASE = -1;

/** For orders named only by unsigned callbacks: one check at a time, on a lease of its own. */
export const UNKNOWN_ORDERS_LEASE = -2;

/** Longer than a check with its control query takes: an older lease belongs to a process that was killed. */
export const DROPPED_AFTER_MS = 90_000;

/** Takes a free lease, or returns null. */
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

/** False if another process took the lease. */
export async function renewLease({ db, environment, now }: Ctx, holder: string): Promise<boolean> {
  const mine = and(eq(pollingLeases.environment, environment), eq(pollingLeases.holder, holder));
  const heldUntil = new Date(now().getTime() + DROPPED_AFTER_MS);
  const kept = await db.update(pollingLeases).set({ heldUntil }).where(mine).returning({ slot: pollingLeases.slot });
  return kept.length > 0;
}

export const releaseLease = ({ db, environment }: Ctx, holder: string) =>
  db.delete(pollingLeases).where(and(eq(pollingLeases.environment, environment), eq(pollingLeases.holder, holder)));
