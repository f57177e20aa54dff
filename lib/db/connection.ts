import "server-only";
import { drizzle } from "drizzle-orm/node-postgres";
import { Pool } from "pg";
import { env } from "@/lib/env";
import { log } from "@/lib/log";

export type Db = ReturnType<typeof connect>;
export type Tx = Parameters<Parameters<Db["transaction"]>[0]>[0];

/**
 * The database over this pool. A transaction always returns its connection here: drizzle would leak one whose `begin`
 * fails, and a restart of the server would exhaust the pool.
 */
export function connect(pool: Pool) {
  const db = drizzle({ client: pool });
  const transaction: typeof db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle({ client }).transaction(work, config);
    } finally {
      client.release();
    }
  };
  db.transaction = transaction;
  return db;
}

const logLost = (error: Error) => log.warn({ error }, "database: a connection was lost");

/** A pool whose connections may die, idle or at work, without taking the process along; `lost` hears of each. */
export function openPool(databaseUrl: string, lost: (error: Error) => void = logLost): Pool {
  const pool = new Pool({ connectionString: databaseUrl, max: 12, application_name: "choba" });
  // Without listeners either event would end the process. A query in flight fails with its own error.
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  return pool;
}

// Next loads server modules more than once (dev reloads, separate bundles); the process still needs only one pool.
const kept = globalThis as { chobaPool?: Pool; chobaDb?: Db };

export function pool(): Pool {
  kept.chobaPool ??= openPool(env().databaseUrl);
  return kept.chobaPool;
}

export function db(): Db {
  kept.chobaDb ??= connect(pool());
  return kept.chobaDb;
}
