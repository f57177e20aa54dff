import "server-only";
import { pino } from "pino";

/**
 * One JSON line an event. An error is told by its kind and its innermost cause: the layers between them quote the
 * values of a query, and those may be a name, an account or a callback's secret address.
 */
export const log = pino({ base: null, serializers: { error: describeError } });

type Described = { type: string; message: string; code?: string; stack?: string };

export function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: "not an error" };
  if (error.cause instanceof Error) return describeError(error.cause);
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  return { type: error.name, message: error.message, ...code, ...(error.stack && { stack: error.stack }) };
}
