import "server-only";
import { randomBytes } from "node:crypto";
import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, Server } from "node:http";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { addressIn, networksOf, sourceOf } from "./client-ip";

/** A request has half a minute to arrive whole, and its head ten seconds: Node would wait for five minutes. */
const REQUEST_PATIENCE_MS = 30_000;
const HEAD_PATIENCE_MS = 10_000;

/** No route has this address. */
const NOWHERE = "/api/none";

const kept = globalThis as { chobaPeerHeader?: string };

/**
 * Next hands a request on without its connection. So who is connected is written into a header as soon as Node has read
 * the head, under a name that is made anew in every process: nobody outside can send it.
 */
export function watchConnections(): void {
  if (kept.chobaPeerHeader !== undefined) return;
  const name = `x-peer-${randomBytes(16).toString("hex")}`;
  kept.chobaPeerHeader = name;
  const { development } = env();
  subscribe("http.server.request.start", (message) => {
    // Node's own channel: https://nodejs.org/api/diagnostics_channel.html#http
    const { request, server } = message as { request: IncomingMessage; server: Server };
    if (!canBeRead(request.url)) request.url = NOWHERE;
    request.headers[name] = request.socket.remoteAddress ?? "";
    server.requestTimeout = REQUEST_PATIENCE_MS;
    server.headersTimeout = HEAD_PATIENCE_MS;
    // Only Next's development server speaks WebSocket; without a listener, Upgrade is a header like any other.
    if (!development) server.removeAllListeners("upgrade");
  });
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
  const peer = kept.chobaPeerHeader === undefined ? null : headers.get(kept.chobaPeerHeader);
  return peer ? sourceBehindProxies(peer, headers.get("x-forwarded-for")) : null;
}

/** The headers as they were sent to us. */
export function sentHeaders(headers: Iterable<readonly [string, string]>): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name !== kept.chobaPeerHeader));
}
