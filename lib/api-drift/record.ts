import "server-only";
import { sql } from "drizzle-orm";
import { apiFacts } from "@/drizzle/schema/api-drift";
import type { Ctx } from "@/lib/auth/context";
import { onRollback, type Tx } from "@/lib/db/connection";
import { perPool } from "@/lib/db/per-pool";
import type { ApiFact } from "./detect";

/** "Seen last" need not be more exact than this, and what is seen a thousand times a second must not be a hot row. */
const EXACT_TO_MS = 60_000;

/** When each fact was written last by this process, for each database. */
const written = perPool(() => new Map<string, number>());

/** Remembers what was seen on the wire, in the transaction that keeps what was seen. */
export async function recordApiFacts(tx: Tx, { db, environment, now }: Ctx, facts: ApiFact[]): Promise<void> {
  const known = written(db.$client);
  const at = now();
  const keyOf = ({ fact, value }: ApiFact) => `${environment} ${fact} ${value}`;
  const fresh = facts.filter((one) => {
    const key = keyOf(one);
    const isFresh = Math.abs(at.getTime() - (known.get(key) ?? Number.NEGATIVE_INFINITY)) > EXACT_TO_MS;
    if (isFresh) known.set(key, at.getTime());
    return isFresh;
  });
  if (fresh.length === 0) return;
  onRollback(tx, () => {
    for (const one of fresh) known.delete(keyOf(one));
  });
  // Always in the same order, so that two who note the same things never wait for each other.
  const rows = [...new Map(fresh.map((one) => [`${one.fact} ${one.value}`, one]))]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { fact, value }]) => ({ environment, fact, value, firstSeenAt: at, lastSeenAt: at }));
  await tx
    .insert(apiFacts)
    .values(rows)
    .onConflictDoUpdate({
      target: [apiFacts.environment, apiFacts.fact, apiFacts.value],
      set: { lastSeenAt: at },
      setWhere: sql`${apiFacts.lastSeenAt} < ${at}`,
    });
}
