import "server-only";
import type { Pool } from "pg";

/** What this process keeps in memory about a database: made on first use, and gone with its pool. */
export function perPool<Kept>(make: (pool: Pool) => Kept): (pool: Pool) => Kept {
  const known = new WeakMap<Pool, Kept>();
  return (pool) => {
    const kept = known.get(pool) ?? make(pool);
    known.set(pool, kept);
    return kept;
  };
}
