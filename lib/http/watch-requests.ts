import "server-only";
import { randomUUID } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/lib/env";
import { telemetry } from "@/lib/telemetry/counters";
import { requestIds } from "@/lib/telemetry/request-id";
import { addressIn, networksOf } from "./client-ip";

const REQUEST_ID = "x-request-id";

/** The form that proxies use. */
const ID = /^[\w-]{8,64}$/;

type Message = { request: IncomingMessage; response: ServerResponse };

const kept = globalThis as { chobaRequests?: WeakMap<IncomingMessage, number> };

/**
 * Gives each request an ID, or keeps that of a trusted proxy, and counts responses. The ID is in the response and in
 * each log line of the request.
 */
export function watchRequests(): void {
  if (kept.chobaRequests) return;
  const started = new WeakMap<IncomingMessage, number>();
  kept.chobaRequests = started;
  const isProxy = networksOf(env().trustedProxies);
  // Node's diagnostics channels: https://nodejs.org/api/diagnostics_channel.html#http
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as Message;
    started.set(request, performance.now());
    const given = request.headers[REQUEST_ID];
    const peer = addressIn(request.socket.remoteAddress ?? "");
    const isOurs = peer !== null && isProxy(peer);
    const id = isOurs && typeof given === "string" && ID.test(given) ? given : randomUUID();
    response.setHeader(REQUEST_ID, id);
    requestIds().enterWith(id);
  });
  subscribe("http.server.response.finish", (message) => {
    const { request, response } = message as Message;
    const since = started.get(request);
    if (since === undefined) return;
    const labels = { kind: kindOf(request), status: `${Math.floor(response.statusCode / 100)}xx` };
    telemetry().requests.observe(labels, (performance.now() - since) / 1000);
  });
}

/** Live streams stay open as long as a tab, so their duration is not counted. */
function kindOf({ url = "", method, headers }: IncomingMessage): string {
  if (url.startsWith("/api/callbacks/")) return "callback";
  if (/^\/api\/\w+\/activity\/live/.test(url)) return "stream";
  if (/^\/api\/(live|ready|health|metrics)\b/.test(url)) return "monitoring";
  if (url.startsWith("/api/")) return "api";
  if (url.startsWith("/_next/")) return "file";
  return method === "POST" && "next-action" in headers ? "action" : "page";
}
