import "server-only";
import { DatabaseError } from "pg";
import { log } from "@/lib/log";

const LOST = /^Connection terminated|is not queryable|^timeout exceeded when trying to connect/;
const UNREACHABLE = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"];

/**
 * The runner awaits nothing when it records the end of a job, so a database that goes away then is an unhandled rejection,
 * which would end the worker. The sweep finds the job's work again from the records. Anything else still ends it.
 */
export function surviveUnrecorded(): void {
  process.on("unhandledRejection", (reason) => {
    if (!isOfDatabase(reason)) throw reason;
    log.error({ error: reason }, "jobs: the end of a job could not be recorded");
  });
}

function isOfDatabase(reason: unknown): boolean {
  if (!(reason instanceof Error)) return false;
  const code = "code" in reason ? String(reason.code) : "";
  return reason instanceof DatabaseError || LOST.test(reason.message) || UNREACHABLE.includes(code);
}
