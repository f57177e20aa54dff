import "server-only";
import { DatabaseError } from "pg";

/** As pg reports it, without a code. */
const LOST = /^Connection terminated|is not queryable|^timeout exceeded when trying to connect/;
const UNREACHABLE = ["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"];
/** The server ends this connection, or is starting or stopping (PostgreSQL, appendix A). */
const ENDING = /^(08|57P0[1235])/;

/** The connection was lost or not made. What was asked may have been committed; another connection may work. */
export function isConnectionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return error instanceof DatabaseError ? ENDING.test(code) : LOST.test(error.message) || UNREACHABLE.includes(code);
}

const NO_ANSWER = /^Connection terminated|^timeout expired/;
const STARTING_OR_STOPPING = "57P03";

/**
 * No server answers there that could serve. Another failure says nothing of that: a name that is not found, a certificate
 * that cannot be read or trusted. A refused sign-in is an answer.
 */
export function isSilence(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A host with several addresses fails once for each.
  if (error instanceof AggregateError) return error.errors.every(isSilence);
  const code = "code" in error ? String(error.code) : "";
  if (error instanceof DatabaseError) return code === STARTING_OR_STOPPING;
  return NO_ANSWER.test(error.message) || UNREACHABLE.includes(code);
}
