import "server-only";
import { sql } from "drizzle-orm";
import type { Tx } from "./connection";

/*
 * Locks by name, for what has no row yet that could be locked. Each is held until the transaction ends, however it ends.
 */

const keyOf = (name: string) => sql`hashtextextended(${name}, 0)`;

/** Waits until no other transaction holds this name. */
export const lockNamed = (tx: Tx, name: string) => tx.execute(sql`select pg_advisory_xact_lock(${keyOf(name)})`);

/** Waits for `lockNamed` alone: any number may hold it like this together. */
export const lockNamedShared = (tx: Tx, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(${keyOf(name)})`);

/** Whether it was free; does not wait. */
export async function tryLockNamed(tx: Tx, name: string): Promise<boolean> {
  const { rows } = await tx.execute<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${keyOf(name)}) as taken`);
  return rows[0]?.taken === true;
}
