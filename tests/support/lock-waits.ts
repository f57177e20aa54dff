import type { Pool } from "pg";

/** How many connections to this database wait for a lock. Those of other tests, on the same server, do not count. */
export async function lockWaits(pool: Pool): Promise<number> {
  const waits = "datname = current_database() and wait_event_type = 'Lock'";
  const { rows } = await pool.query(`select count(*)::int as count from pg_stat_activity where ${waits}`);
  return rows[0].count;
}
