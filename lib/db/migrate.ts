import "server-only";
import { join } from "node:path";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { runMigrations } from "graphile-worker";
import { connect, openPool } from "./connection";
import { grantRuntimeRole } from "./runtime-role";

const LOCK = 7_420_011;

/**
 * Brings a database up to date as its owner: our tables, then the job queue's, then the rights of the application's
 * role, where that is another than the owner. Instances that start together wait for each other.
 */
export async function migrateDatabase(ownerUrl: string, runtimeRole: string | null = null): Promise<void> {
  const pool = openPool(ownerUrl);
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await migrate(connect(pool), { migrationsFolder: join(process.cwd(), "drizzle/migrations") });
    await runMigrations({ pgPool: pool });
    if (runtimeRole !== null) await grantRuntimeRole(client, runtimeRole);
  } finally {
    client.release(true); // Closing the connection releases the lock in every case.
    await pool.end();
  }
}
