import "server-only";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { answerMonitor } from "@/lib/http/monitor-server";
import { sourceBehindProxies } from "@/lib/http/remote-address";
import { log } from "@/lib/log";
import { type Answer, say } from "./answer";
import { readStream } from "./body";
import { callbackContext } from "./context";
import { handleIncoming } from "./handle-callback";

/** As we hand addresses out: nothing in them needs an escape. */
const CALLBACK = /^\/api\/callbacks\/([\w-]+)\/([\w-]+)(?:\?|$)/;

/**
 * The callback path alone, at the same address and with the same answers as in the console. On Node's own request and
 * answer, without a framework: standard ones would be made for each delivery and thrown away.
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

/** How long a sender may go on with a body that was cut, so that it is listening when it is answered. */
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

/** Headers as in a standard request: one value per name, duplicates joined. */
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
  const server = createServer(patience, (incoming, outgoing) => void serve(incoming, outgoing));
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => resolve(server));
  });
}
