import "server-only";
import { type Logger, pino } from "pino";
import { faultOfRequest } from "@/lib/http/action-call";
import { requestIds } from "@/lib/telemetry/request-id";

/**
 * One JSON line per event. An error is logged by its kind and innermost cause: the layers between them quote query
 * values, which may be a name, an account or a secret URL.
 */
export const log = pino({
  base: null,
  serializers: { error: describeError },
  mixin() {
    const requestId = requestIds().getStore();
    return requestId === undefined ? {} : { requestId };
  },
});

/** `digest` is what an error page shows. */
type Described = { type: string; message: string; code?: string; digest?: string; stack?: string };

export function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: "not an error" };
  const digest = "digest" in error && typeof error.digest === "string" ? { digest: error.digest } : {};
  if (error.cause instanceof Error) return { ...describeError(error.cause), ...digest };
  const code = "code" in error && typeof error.code === "string" ? { code: error.code } : {};
  return { type: error.name, message: error.message, ...code, ...digest, ...(error.stack && { stack: error.stack }) };
}

const TEXT_MAX = 200;

type ErrorLog = Pick<Logger, "error" | "warn">;

/**
 * Next reports failures on the console, whole, with the values of the query that met them. From now on they are log
 * lines: an error by its cause, a text by its first line, as the lines below may hold values. A request that cannot be
 * decoded is the fault of its sender: one line at level warn, without a stack.
 */
export function logFrameworkErrors(
  to: ErrorLog = log,
  faultOf: (error: unknown) => number | null = faultOfRequest,
): void {
  console.error = (...said: unknown[]) => {
    const error = said.find((one) => one instanceof Error);
    const status = faultOf(error);
    // Its message is left out: it may quote what was sent.
    if (status !== null) return to.warn({ status, type: error?.name ?? wordsOf(said) }, "server: a bad request");
    const text = error ? "" : wordsOf(said);
    to.error({ ...(error && { error }) }, text === "" ? "server: a request failed" : `server: ${text}`);
  };
  console.warn = (...said: unknown[]) => to.warn(`server: ${wordsOf(said)}`);
}

/** The first line of each text and of each error, without a stack. */
function wordsOf(said: unknown[]): string {
  const texts = said.map((one) => (one instanceof Error ? one.message : one)).filter((one) => typeof one === "string");
  const lines = texts.map((text) => text.split("\n")[0]?.trim());
  return lines.join(" ").slice(0, TEXT_MAX);
}
