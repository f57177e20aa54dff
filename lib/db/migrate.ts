import "server-only";
import { join } from "node:path";
import { runMigrations } from "graphile-worker";
import type { ClientBase } from "pg";
import { openPool } from "./connection";
import { runPending } from "./migrator";
import { moveRestoredEvents } from "./restored-events";
import { grantRuntimeRole } from "./runtime-role";
import { hasSchema } from "./schema-age";

const LOCK = 7_420_011;

/**
 * Migrates a database as its owner: our tables, the job queue's, then the rights of the application's role if that
 * differs from the owner. Instances that start together wait for each other.
 */
export async function migrateDatabase(ownerUrl: string, runtimeRole: string | null = null): Promise<void> {
  const pool = openPool(ownerUrl);
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await runPending(client, { folder: join(process.cwd(), "drizzle/migrations") });
    await moveRestoredEvents(client);
    await runMigrations({ pgPool: pool });
    await addJobsWithoutNotify(client);
    if (runtimeRole !== null) await grantRuntimeRole(client, runtimeRole);
  } finally {
    client.release(true); // Closing the connection releases the lock in every case.
    await pool.end();
  }
}

/**
 * The queue's own function announces a job by NOTIFY, which takes a lock of the whole cluster through the commit. The
 * linker announces jobs instead (`link_audit_lines`), and the runner also polls.
 */
async function addJobsWithoutNotify(owner: ClientBase): Promise<void> {
  const { rows } = await owner.query<{ definition: string }>(
    "select pg_get_functiondef('graphile_worker.add_jobs'::regproc) as definition",
  );
  const quiet = (rows[0]?.definition ?? "").replace(/^ *perform pg_notify\('jobs:insert'.*\n/m, "");
  if (quiet.includes("pg_notify")) throw new Error("graphile-worker announces jobs in another way than is known here");
  if (quiet !== rows[0]?.definition) await owner.query(quiet);
}

/** Whether the schema is up to date, as seen by a role that owns nothing. Reports a role that owns the tables. */
export async function isMigrated(databaseUrl: string): Promise<boolean> {
  const pool = openPool(databaseUrl);
  try {
    if (!(await hasSchema(pool))) return false;
    const { rowCount } = await pool.query(
      "select from pg_tables where schemaname = 'public' and pg_has_role(tableowner, 'member')",
    );
    return rowCount === 0;
  } catch {
    return false; // What is wrong with the database, the migration itself says.
  } finally {
    await pool.end();
  }
}
