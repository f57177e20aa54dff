import "server-only";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type Context, Hono } from "hono";
import { sourceBehindProxies } from "@/lib/auth/peer";
import { databaseAnswers } from "@/lib/health/queries";
import { log } from "@/lib/log";
import { readStream } from "./body";
import { takeCallback } from "./door";
import { receiveIncoming } from "./receive";

type Bindings = { incoming: IncomingMessage };

/** The callback path alone, at the same address and with the same answers as in the console. */
function ingestApp() {
  const app = new Hono<{ Bindings: Bindings }>();
  app.all("/api/callbacks/:environment/:token", async (c) => {
    const { environment, token } = c.req.param();
    // Node's own request: a standard one would be made for each delivery and thrown away.
    const { incoming } = c.env;
    const headers = headersOf(incoming);
    const sourceAddress = sourceBehindProxies(
      incoming.socket.remoteAddress ?? null,
      headers["x-forwarded-for"] ?? null,
    );
    const came = { headers, read: () => readStream(incoming), sourceAddress };
    return takeCallback({ method: c.req.method, environment }, (ctx) => receiveIncoming(ctx, token, came));
  });
  app.get("/api/health", async (c: Context) => c.body(null, (await databaseAnswers()) ? 200 : 503));
  app.notFound((c) => c.text("no such address", 404));
  app.onError((error, c) => {
    log.error({ error }, "ingest: a request failed");
    return c.text("not kept, send again", 503, { "retry-after": "5" });
  });
  return app;
}

/** As a standard request has them: one text a name, whatever was said twice joined. */
const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );

/** A body has ten seconds of its own; the head before it has as many. */
const HEAD_PATIENCE_MS = 10_000;
const REQUEST_PATIENCE_MS = 30_000;

/** Serves callbacks and nothing else, in a process that has nothing else to do. Port 0 takes a free one. */
export function serveIngest({ host, port }: { host: string; port: number }): Promise<Server> {
  const patience = { headersTimeout: HEAD_PATIENCE_MS, requestTimeout: REQUEST_PATIENCE_MS };
  const server = createServer(patience, getRequestListener(ingestApp().fetch));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** Takes no more, and waits for those that are being answered. */
export const closeIngest = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
