import "server-only";
import { urgentPool } from "@/lib/db/connection";
import { schemaAge } from "@/lib/db/schema-age";
import { log } from "@/lib/log";
import { isStopping } from "@/lib/shutdown";

/** A database that accepts connections may still never answer, and a monitor does not wait for long. */
const PATIENCE_MS = 3_000;

/** Why an instance cannot work, for a load balancer: in the order of the checks. */
type Unready =
  | "stopping"
  | "database does not answer"
  | "database is older than this version"
  | "database was made by another version";

/**
 * Whether this instance can do its work. Asked by load balancers, so it needs no session and tells nothing else.
 *
 * @unguarded answers only yes or no, for a monitor
 */
export async function databaseAnswers(): Promise<boolean> {
  return (await inTime(urgentPool().query("select 1"))) !== null;
}

/**
 * Whether requests should be sent here; null: yes.
 *
 * @unguarded names no data, for a load balancer
 */
export async function whyUnready(): Promise<Unready | null> {
  if (isStopping()) return "stopping";
  const age = await inTime(schemaAge(urgentPool()));
  if (age === null) return "database does not answer";
  if (age === "of another version") return "database was made by another version";
  return age === "current" ? null : "database is older than this version";
}

async function inTime<T>(work: Promise<T>): Promise<T | null> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const limit = setTimeout(() => reject(new Error("no answer in time")), PATIENCE_MS);
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    log.error({ error }, "health: the database does not answer");
    return null;
  } finally {
    clearTimeout(limit);
  }
}
