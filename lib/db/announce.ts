import "server-only";
import { sql } from "drizzle-orm";
import type { Environment } from "@/lib/environment";
import type { Db, Tx } from "./connection";

/** On this channel it is said in which environment something came in or was done. */
export const ACTIVITY_CHANNEL = "choba_activity";

/**
 * Tells listeners that something happened, and idle job runners that there may be jobs. After the commit of what
 * happened, in a transaction that waits for no disk: NOTIFY holds a lock of the whole cluster through its commit.
 */
export async function announce(db: Db | Tx, environment: Environment): Promise<void> {
  await db.execute(sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${ACTIVITY_CHANNEL}, ${environment}),
      pg_notify('jobs:insert', '{"count": 1}')`);
}
