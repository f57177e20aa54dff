import "server-only";
import { DatabaseError } from "pg";
import { isConnectionError } from "@/lib/db/connection-errors";
import { log } from "@/lib/log";

/**
 * The runner awaits nothing when it records the end of a job, so a database that goes away then is an unhandled rejection,
 * which would end the worker. The sweep finds the job's work again from the records. Anything else still ends it.
 */
export function surviveUnrecorded(): void {
  process.on("unhandledRejection", (reason) => {
    if (!(reason instanceof DatabaseError || isConnectionError(reason))) throw reason;
    log.error({ error: reason }, "jobs: the end of a job could not be recorded");
  });
}
