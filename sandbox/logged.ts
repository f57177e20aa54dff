import { createMiddleware } from "hono/factory";
import type { Env } from "./env";
import type { Sandbox } from "./sandbox";

type Side = "merchant" | "operator";
type Answered = {
  method: string;
  path: string;
  status: number | null;
  startedAt: number;
  merchant?: number | undefined;
};

/** One line for each request, without its body, key or signature. Without a status the connection was cut. */
export const requestLog =
  ({ log }: Pick<Sandbox, "log">, side: Side) =>
  ({ method, path, status, startedAt, merchant }: Answered) =>
    log.line({
      at: new Date().toISOString(),
      side,
      method,
      // A payment page's token is the key to it.
      path: path.replace(/^(\/pay\/)[^/]+/, "$1…"),
      status,
      tookMs: Math.round(performance.now() - startedAt),
      merchant,
    });

/** Logs each request, and sets the service's clock on each answer. */
export function logged(sandbox: Sandbox, side: Side) {
  const note = requestLog(sandbox, side);
  return createMiddleware<Env>(async (c, next) => {
    const startedAt = performance.now();
    await next();
    // Not by c.header: on a finished answer that costs a copy of it, and as much time as all the rest.
    c.env.outgoing.setHeader("date", sandbox.clock.now().toUTCString());
    note({ method: c.req.method, path: c.req.path, status: c.res.status, startedAt });
  });
}
