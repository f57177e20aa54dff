import { createMiddleware } from "hono/factory";
import type { Sandbox } from "../sandbox";
import type { Env } from "./env";

/** One line for each request, without its body, key or signature; and the service's clock on each answer. */
export const logged = ({ clock, log }: Sandbox) =>
  createMiddleware<Env>(async (c, next) => {
    const startedAt = performance.now();
    await next();
    // Not by c.header: on a finished answer that costs a copy of it, and as much time as all the rest.
    c.env.outgoing.setHeader("date", clock.now().toUTCString());
    const { method, path } = c.req;
    const tookMs = Math.round(performance.now() - startedAt);
    log.line({ at: new Date().toISOString(), method, path, status: c.res.status, tookMs, merchant: c.get("merchant") });
  });
