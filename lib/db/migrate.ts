import "server-only";
import { join } from "node:path";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import { runMigrations } from "graphile-worker";
import { connect, openPool } from "./connection";

const LOCK = 7_420_011;

/** Brings a database up to date: our tables, then the job queue's. Instances that start together wait for each other. */
export async function migrateDatabase(databaseUrl: string): Promise<void> {
  const pool = openPool(databaseUrl);
  const client = await pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [LOCK]);
    await migrate(connect(pool), { migrationsFolder: join(process.cwd(), "drizzle/migrations") });
    await runMigrations({ pgPool: pool });
  } finally {
    client.release(true); // Closing the connection gives the lock back, whatever happened.
    await pool.end();
  }
}
