import "server-only";
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { env } from "@/lib/env";
import { onRequest } from "@/lib/process/on-request";
import { telemetry } from "@/lib/telemetry/counters";
import { requestIds } from "@/lib/telemetry/request-id";
import { addressIn, networksOf } from "./client-ip";

const REQUEST_ID = "x-request-id";

/** The form that proxies use. */
const ID = /^[\w-]{8,64}$/;

/**
 * Gives each request an ID, or keeps that of a trusted proxy, and counts responses. The ID is in the response and in
 * each log line of the request.
 */
export function watchRequests(): void {
  const isProxy = networksOf(env().trustedProxies);
  onRequest("request IDs", ({ request, response }) => {
    const since = performance.now();
    response.once("finish", () => {
      const labels = { kind: kindOf(request), status: `${Math.floor(response.statusCode / 100)}xx` };
      telemetry().requests.observe(labels, (performance.now() - since) / 1000);
    });
    const given = request.headers[REQUEST_ID];
    const peer = addressIn(request.socket.remoteAddress ?? "");
    const isOurs = peer !== null && isProxy(peer);
    const id = isOurs && typeof given === "string" && ID.test(given) ? given : randomUUID();
    response.setHeader(REQUEST_ID, id);
    requestIds().enterWith(id);
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
