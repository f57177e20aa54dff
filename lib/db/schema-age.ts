import "server-only";
import type { Pool } from "pg";
import journal from "@/drizzle/migrations/meta/_journal.json";

/** When the newest migration of this build was made, which is how the migrator numbers them. */
const NEWEST = Math.max(...journal.entries.map(({ when }) => when));

/** Whether the database has every migration of this build. It may have newer ones, while versions change. */
export async function hasSchema(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query<{ newest: string | null }>(
    "select max(created_at) as newest from drizzle.__drizzle_migrations",
  );
  return Number(rows[0]?.newest ?? 0) >= NEWEST;
}
