import "server-only";
import { sql } from "drizzle-orm";
import { db } from "@/lib/db/connection";
import { log } from "@/lib/log";

/**
 * Whether this instance can do its work. Asked by load balancers, so it needs no session and tells nothing else.
 *
 * @unguarded answers only yes or no, for a monitor
 */
export async function databaseAnswers(): Promise<boolean> {
  try {
    await db().execute(sql`select 1`);
    return true;
  } catch (error) {
    log.error({ error }, "health: the database does not answer");
    return false;
  }
}
