import "server-only";
import { and, eq, lte } from "drizzle-orm";
import { seats } from "@/drizzle/schema/looking";
import type { Ctx } from "@/lib/auth/context";

/** So many looks of ours are under way at once in one environment, however many instances there are. */
export const SEATS = 4;

/** Beside the numbered ones, so that a long list of old orders never keeps open ones from being looked at. */
export const HISTORY_SEAT = -1;

/** For questions about orders that only an unproven callback has named: one at a time, beside the numbered seats. */
export const UNKNOWN_ORDERS_SEAT = -2;

/** Longer than a look takes, with its control question: what is held longer was dropped by a process that died. */
export const DROPPED_AFTER_MS = 90_000;

/** Takes one of these seats, or none where all are taken. */
export async function sitDown(
  { db, environment, now }: Ctx,
  holder: string,
  offered: readonly number[],
): Promise<number | null> {
  const heldUntil = new Date(now().getTime() + DROPPED_AFTER_MS);
  for (const seat of offered) {
    const [taken] = await db
      .insert(seats)
      .values({ environment, seat, heldUntil, holder })
      .onConflictDoUpdate({
        target: [seats.environment, seats.seat],
        set: { heldUntil, holder },
        setWhere: lte(seats.heldUntil, now()),
      })
      .returning({ seat: seats.seat });
    if (taken) return taken.seat;
  }
  return null;
}

/** False where the seat was given to somebody else meanwhile. */
export async function staySeated({ db, environment, now }: Ctx, holder: string): Promise<boolean> {
  const mine = and(eq(seats.environment, environment), eq(seats.holder, holder));
  const heldUntil = new Date(now().getTime() + DROPPED_AFTER_MS);
  const kept = await db.update(seats).set({ heldUntil }).where(mine).returning({ seat: seats.seat });
  return kept.length > 0;
}

export const standUp = ({ db, environment }: Ctx, holder: string) =>
  db.delete(seats).where(and(eq(seats.environment, environment), eq(seats.holder, holder)));
