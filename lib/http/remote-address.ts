import "server-only";
import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { addressIn, networksOf, sourceOf } from "./client-ip";

/** A request has half a minute to arrive whole, and its head ten seconds: Node would wait for five minutes. */
const REQUEST_PATIENCE_MS = 30_000;
const HEAD_PATIENCE_MS = 10_000;

/** No route has this address. */
const NOWHERE = "/api/none";

const kept = globalThis as { chobaPeerHeader?: string };

type Started = { request: IncomingMessage; response: ServerResponse; server: Server };

/** Next adds those of these that a request does not have. */
const ADDED_BY_NEXT = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];

/**
 * Next hands a request on without its connection. So who is connected is written into a header as soon as Node has read
 * the head, with which of the headers that Next adds were sent. Its name is random in every process, so that no client
 * can send it.
 */
export function watchConnections(): void {
  if (kept.chobaPeerHeader !== undefined) return;
  const name = `x-peer-${randomBytes(16).toString("hex")}`;
  kept.chobaPeerHeader = name;
  const { development } = env();
  subscribe("http.server.request.start", (message) => {
    // Node's own channel: https://nodejs.org/api/diagnostics_channel.html#http
    const { request, response, server } = message as Started;
    if (!canBeRead(request.url)) request.url = NOWHERE;
    if (request.method === "TRACE") refuseTrace(request, response);
    const forwarded = ADDED_BY_NEXT.filter((header) => header in request.headers);
    request.headers[name] = [request.socket.remoteAddress ?? "", ...forwarded].join(" ");
    server.requestTimeout = REQUEST_PATIENCE_MS;
    server.headersTimeout = HEAD_PATIENCE_MS;
    // Only Next's development server speaks WebSocket; without a listener, Upgrade is a header like any other.
    if (!development) server.removeAllListeners("upgrade");
  });
}

/** A standard Request cannot be made of TRACE: Next would answer 500. A route that only reads answers PUT with 405. */
function refuseTrace(request: IncomingMessage, response: ServerResponse): void {
  request.method = "PUT";
  request.url = "/api/health";
  response.setHeader("allow", "GET, HEAD, POST");
}

/** Whether an address can be decoded and looked up: PostgreSQL takes no U+0000. Next would answer 500 to the others. */
function canBeRead(url: string | undefined): boolean {
  const [path = ""] = (url ?? "").split("?");
  if (/%00/.test(url ?? "")) return false;
  try {
    return decodeURIComponent(path) !== "";
  } catch {
    return false; // Percent signs that spell no UTF-8.
  }
}

const WARN_EVERY_MS = 3_600_000;
const WARNED_MAX = 1_000;

/** When each peer was last warned about; the oldest are forgotten first. */
const warnedAt = new Map<string, number>();

/** A proxy that TRUSTED_PROXIES does not name hides every sender behind its own address: once an hour for each. */
function warnOfUnlistedProxy(peer: string, now = Date.now()): void {
  if (now - (warnedAt.get(peer) ?? Number.NEGATIVE_INFINITY) < WARN_EVERY_MS) return;
  warnedAt.delete(peer);
  const [oldest] = warnedAt.keys();
  if (warnedAt.size >= WARNED_MAX && oldest !== undefined) warnedAt.delete(oldest);
  warnedAt.set(peer, now);
  log.warn({ peer }, "http: forwarded headers from a peer that TRUSTED_PROXIES does not name are ignored");
}

let isProxy: ((address: string) => boolean) | undefined;

/** Where a request comes from, given who is connected to us and what was forwarded. */
export function sourceBehindProxies(peer: string | null, forwardedFor: string | null): string | null {
  isProxy ??= networksOf(env().trustedProxies);
  const from = peer === null ? null : addressIn(peer);
  if (from !== null && forwardedFor !== null && !isProxy(from)) warnOfUnlistedProxy(from);
  return sourceOf(peer, forwardedFor, isProxy);
}

/** Where a request that came through Next is from; null where that is not known. */
export function sourceFrom(headers: Headers): string | null {
  const { peer, forwarded } = connectionIn(headers);
  return (
    peer && sourceBehindProxies(peer, forwarded.includes("x-forwarded-for") ? headers.get("x-forwarded-for") : null)
  );
}

/** The headers of a request that came through Next, as they were sent to us. */
export function sentHeaders(headers: Headers): Record<string, string> {
  const { forwarded } = connectionIn(headers);
  const added = new Set([kept.chobaPeerHeader, ...ADDED_BY_NEXT.filter((name) => !forwarded.includes(name))]);
  return Object.fromEntries([...headers].filter(([name]) => !added.has(name)));
}

/** Who is connected, and which of the headers that Next adds were sent. */
function connectionIn(headers: Headers): { peer: string | null; forwarded: string[] } {
  const written = kept.chobaPeerHeader === undefined ? null : headers.get(kept.chobaPeerHeader);
  const [peer, ...forwarded] = (written ?? "").split(" ");
  return { peer: peer || null, forwarded };
}
