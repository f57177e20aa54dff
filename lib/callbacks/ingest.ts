import "server-only";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { listen } from "@/lib/http/listen";
import { answerMonitor } from "@/lib/http/monitor-server";
import { sourceBehindProxies } from "@/lib/http/remote-address";
import { log } from "@/lib/log";
import { type Answer, say } from "./answer";
import { readStream } from "./body";
import { callbackContext } from "./context";
import { handleIncoming } from "./handle-callback";

/** The addresses that we issue need no escapes. */
const CALLBACK = /^\/api\/callbacks\/([\w-]+)\/([\w-]+)(?:\?|$)/;

/**
 * The callback route alone, at the same address and with the same responses as in the console. Uses Node's request and
 * response, which saves two objects per delivery.
 */
async function answer(incoming: IncomingMessage): Promise<Answer> {
  const { method = "", url = "" } = incoming;
  const [, environment, token] = CALLBACK.exec(url) ?? [];
  if (environment === undefined || token === undefined) {
    return (await answerMonitor(method, url, incoming.headers.authorization)) ?? say(404, "no such address");
  }
  const ctx = callbackContext(method, environment);
  if (!("actor" in ctx)) return ctx;
  const headers = headersOf(incoming);
  const sourceAddress = sourceBehindProxies(incoming.socket.remoteAddress ?? null, headers["x-forwarded-for"] ?? null);
  return handleIncoming(ctx, token, {
    headers,
    read: () => readStream(incoming),
    sourceAddress,
    besidePages: false,
  });
}

/** How long a sender may go on after its body was cut, so that it reads the response. */
const HANG_UP_MS = 500;

async function serve(incoming: IncomingMessage, outgoing: ServerResponse) {
  const { status, text, headers } = await answer(incoming).catch((error: unknown) => {
    log.error({ error }, "callback: a request failed");
    return say(503, "not kept, send again", { "retry-after": "5" });
  });
  if (!incoming.complete) {
    incoming.resume();
    setTimeout(() => incoming.complete || incoming.destroy(), HANG_UP_MS);
  }
  outgoing.writeHead(status, { ...headers, "content-length": Buffer.byteLength(text) });
  outgoing.end(text);
}

/** Headers as in a standard Request: one value per name, duplicates joined. */
const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : (value ?? "")]),
  );

/** Time limit for the headers; the body has its own. */
const HEAD_PATIENCE_MS = 10_000;
const REQUEST_PATIENCE_MS = 30_000;

/** Serves callbacks only, in a process of its own. Port 0 takes any free port. */
export function serveIngest({ host, port }: { host: string; port: number }): Promise<Server> {
  const patience = { headersTimeout: HEAD_PATIENCE_MS, requestTimeout: REQUEST_PATIENCE_MS };
  const server = createServer(patience, (incoming, outgoing) => void serve(incoming, outgoing));
  return listen(server, { host, port, settings: "INGEST_HOST / INGEST_PORT" });
}
