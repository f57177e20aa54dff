import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import journal from "@/drizzle/migrations/meta/_journal.json";
import { log } from "@/lib/log";

/** Time of the newest migration in this build, which is its number in the migrator. */
const NEWEST = Math.max(...journal.entries.map(({ when }) => when));

/** Migrations table missing or not readable: the first migration has not ended yet. */
const NOT_YET = ["3F000", "42P01", "42501"];

/** Whether the database has every migration of this build. It may have newer ones, while versions change. */
export async function hasSchema(pool: Pool): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ newest: string | null }>(
      "select max(created_at) as newest from drizzle.__drizzle_migrations",
    );
    return Number(rows[0]?.newest ?? 0) >= NEWEST;
  } catch (error) {
    if (error instanceof Error && "code" in error && NOT_YET.includes(String(error.code))) return false;
    throw error;
  }
}

const POLL_MS = 1_000;

/** Resolves once the database has every migration of this build; false: this process was asked to stop before. */
export async function waitForSchema(pool: Pool, isStopping: () => boolean): Promise<boolean> {
  for (let waited = false; !isStopping(); waited = true) {
    if (await hasSchema(pool)) return true;
    if (!waited) log.warn("database: older than this version; waiting for the migration (npm run migrate)");
    await pause(POLL_MS);
  }
  return false;
}
