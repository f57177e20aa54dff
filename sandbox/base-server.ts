import { Hono } from "hono";
import type { Env } from "./env";
import type { Sandbox } from "./sandbox";
import { Refusal } from "./wire/refusal";

/** PostgreSQL stores no NUL, and no address needs another control character. */
const CONTROL_CHARACTER = /%(?:[01][0-9a-f]|7f)/i;

/** What the merchants' and the operator's server have in common: the log, the clock, and refusals in JSON. */
export function baseServer(sandbox: Sandbox, side: "merchant" | "operator"): Hono<Env> {
  const { log, clock } = sandbox;
  const app = new Hono<Env>();

  app.use(async (c, next) => {
    const startedAt = performance.now();
    await next();
    // Node's own Date header would be that of this machine.
    const { outgoing } = c.env;
    outgoing.sendDate = false;
    if (clock.dateHeader && !outgoing.headersSent) outgoing.setHeader("date", clock.dateHeader);
    // One line for each request, without its body, key or signature. Without a status the connection was cut.
    log.line({
      at: new Date().toISOString(),
      side,
      method: c.req.method,
      // The token of a payment page gives access to it.
      path: c.req.path.replace(/^(\/pay\/)[^/]+/, "$1…"),
      status: c.env.incoming.socket.destroyed ? null : c.res.status,
      tookMs: Math.round(performance.now() - startedAt),
      merchant: c.var.merchant?.number,
    });
  });
  app.use(async (c, next) => {
    if (c.req.method === "TRACE") throw new Refusal(405, "TRACE is not accepted.");
    if (CONTROL_CHARACTER.test(c.env.incoming.url?.split("?", 1)[0] ?? "")) throw notFound();
    await next();
  });

  app.notFound(() => refusalResponse(notFound()));
  app.onError((error) => errorResponse(sandbox, error));
  return app;
}

const notFound = () => new Refusal(404, "There is nothing at this address.");

/** The answer to a request that failed: a refusal, or a 500 whose cause is logged. */
export function errorResponse({ log }: Pick<Sandbox, "log">, error: unknown): Response {
  if (error instanceof Refusal) return refusalResponse(error);
  log.error(error);
  return refusalResponse(new Refusal(500, "Internal error"));
}

const refusalResponse = (refusal: Refusal) => Response.json(refusal.body(), { status: refusal.status });
