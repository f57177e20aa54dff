import "server-only";
import { type Logger, pino } from "pino";

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

const TEXT_MAX = 200;

/**
 * Next says by itself what failed, whole, with the values of the query that met it. From now on it is heard and told our
 * way. Of what it says in words, only the first line: values stand in those below it.
 */
export function tellFailuresOurWay(to: Pick<Logger, "error"> = log): void {
  console.error = (...said: unknown[]) => {
    const error = said.find((one) => one instanceof Error);
    const words = said.filter((one) => typeof one === "string").map((text) => text.split("\n")[0]?.trim());
    const text = words.join(" ").slice(0, TEXT_MAX);
    to.error({ ...(error && { error }) }, text === "" || error ? "server: a request failed" : `server: ${text}`);
  };
}
