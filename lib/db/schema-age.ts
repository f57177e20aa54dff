import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import journal from "@/drizzle/migrations/meta/_journal.json";
import { log } from "@/lib/log";
import { differingMigration, RECORDED_MIGRATIONS, type RecordedMigration } from "./recorded-migrations";

/** Time of the newest migration in this build, which is its number in the migrator. */
const NEWEST = Math.max(...journal.entries.map(({ when }) => when));

/** Migrations table missing or not readable: the first migration has not ended yet. */
const NOT_YET = ["3F000", "42P01", "42501"];

type SchemaAge = "current" | "older" | "of another version";

/** Whether the database has every migration of this build. It may have newer ones, while versions change. */
export async function schemaAge(pool: Pool): Promise<SchemaAge> {
  try {
    const { rows } = await pool.query<RecordedMigration>(RECORDED_MIGRATIONS);
    if (differingMigration(journal.entries, rows)) return "of another version";
    return rows.some(({ created_at }) => Number(created_at) >= NEWEST) ? "current" : "older";
  } catch (error) {
    if (error instanceof Error && "code" in error && NOT_YET.includes(String(error.code))) return "older";
    throw error;
  }
}

export const hasSchema = async (pool: Pool): Promise<boolean> => (await schemaAge(pool)) === "current";

const WAITING = {
  older: "database: older than this version; waiting for the migration (npm run migrate)",
  "of another version": "database: made by another version; npm run migrate says what can be done",
};

const POLL_MS = 1_000;

/** Resolves once the database has every migration of this build; false: this process was asked to stop before. */
export async function waitForSchema(pool: Pool, isStopping: () => boolean): Promise<boolean> {
  let said: SchemaAge | null = null;
  while (!isStopping()) {
    const age = await schemaAge(pool);
    if (age === "current") return true;
    if (age !== said) log.warn(WAITING[age]);
    said = age;
    await pause(POLL_MS);
  }
  return false;
}
