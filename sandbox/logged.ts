import { createMiddleware } from "hono/factory";
import type { Env } from "./env";
import type { Sandbox } from "./sandbox";

/** One line for each request, without its body, key or signature; and the service's clock on each answer. */
export const logged = ({ clock, log }: Sandbox, side: "merchant" | "operator") =>
  createMiddleware<Env>(async (c, next) => {
    const startedAt = performance.now();
    await next();
    // Not by c.header: on a finished answer that costs a copy of it, and as much time as all the rest.
    c.env.outgoing.setHeader("date", clock.now().toUTCString());
    log.line({
      at: new Date().toISOString(),
      side,
      method: c.req.method,
      // A payment page's token is the key to it.
      path: c.req.path.replace(/^(\/pay\/)[^/]+/, "$1…"),
      status: c.res.status,
      tookMs: Math.round(performance.now() - startedAt),
      merchant: c.get("merchant"),
    });
  });
