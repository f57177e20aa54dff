import "server-only";
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { onRequest } from "@/lib/process/on-request";
import { addressIn, networksOf, sourceOf } from "./client-ip";

/** Limits for a whole request and its headers. Node's default is five minutes. */
const REQUEST_PATIENCE_MS = 30_000;
const HEAD_PATIENCE_MS = 10_000;

/** An address without a route. */
const NOWHERE = "/api/none";

const kept = globalThis as { chobaPeerHeader?: string };

/** Next adds these where a request lacks them. */
const ADDED_BY_NEXT = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-port", "x-forwarded-proto"];

/**
 * Next does not expose the connection of a request. The peer's address, and which of the headers that Next adds were
 * really sent, are put into a header as soon as Node has parsed the request. Its name is random per process, so that
 * clients cannot send it.
 */
export function watchConnections(): void {
  if (kept.chobaPeerHeader !== undefined) return;
  const name = `x-peer-${randomBytes(16).toString("hex")}`;
  kept.chobaPeerHeader = name;
  const { development } = env();
  onRequest("peers", ({ request, response, server }) => {
    if (!canBeRead(request.url)) request.url = NOWHERE;
    if (request.method === "TRACE") refuseTrace(request, response);
    const forwarded = ADDED_BY_NEXT.filter((header) => header in request.headers);
    request.headers[name] = [request.socket.remoteAddress ?? "", ...forwarded].join(" ");
    server.requestTimeout = REQUEST_PATIENCE_MS;
    server.headersTimeout = HEAD_PATIENCE_MS;
    // Only Next's development server uses WebSockets. Without a listener Node ignores the Upgrade header.
    if (!development) server.removeAllListeners("upgrade");
  });
}

/** TRACE cannot become a standard Request, so Next would answer 500. Read-only routes answer 405 to PUT. */
function refuseTrace(request: IncomingMessage, response: ServerResponse): void {
  request.method = "PUT";
  request.url = "/api/health";
  response.setHeader("allow", "GET, HEAD, POST");
}

/** Whether the URL can be decoded and queried: PostgreSQL has no U+0000. Next would answer 500 to the others. */
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

/** Time of the last warning per peer; the oldest are dropped first. */
const warnedAt = new Map<string, number>();

/** Warns once an hour for each proxy missing from TRUSTED_PROXIES, as it hides the senders behind its own address. */
function warnOfUnlistedProxy(peer: string, now = Date.now()): void {
  if (now - (warnedAt.get(peer) ?? Number.NEGATIVE_INFINITY) < WARN_EVERY_MS) return;
  warnedAt.delete(peer);
  const [oldest] = warnedAt.keys();
  if (warnedAt.size >= WARNED_MAX && oldest !== undefined) warnedAt.delete(oldest);
  warnedAt.set(peer, now);
  log.warn({ peer }, "http: forwarded headers from a peer that TRUSTED_PROXIES does not name are ignored");
}

let isProxy: ((address: string) => boolean) | undefined;

/** The source address, from the connected peer and X-Forwarded-For. */
export function sourceBehindProxies(peer: string | null, forwardedFor: string | null): string | null {
  isProxy ??= networksOf(env().trustedProxies);
  const from = peer === null ? null : addressIn(peer);
  if (from !== null && forwardedFor !== null && !isProxy(from)) warnOfUnlistedProxy(from);
  return sourceOf(peer, forwardedFor, isProxy);
}

/** The source address of a request handled by Next; null if unknown. */
export function sourceFrom(headers: Headers): string | null {
  const { peer, forwarded } = connectionIn(headers);
  return (
    peer && sourceBehindProxies(peer, forwarded.includes("x-forwarded-for") ? headers.get("x-forwarded-for") : null)
  );
}

/** The headers of a request handled by Next, as the client sent them. */
export function sentHeaders(headers: Headers): Record<string, string> {
  const { forwarded } = connectionIn(headers);
  const added = new Set([kept.chobaPeerHeader, ...ADDED_BY_NEXT.filter((name) => !forwarded.includes(name))]);
  return Object.fromEntries([...headers].filter(([name]) => !added.has(name)));
}

/** The connected peer, and which of the headers that Next adds were really sent. */
function connectionIn(headers: Headers): { peer: string | null; forwarded: string[] } {
  const written = kept.chobaPeerHeader === undefined ? null : headers.get(kept.chobaPeerHeader);
  const [peer, ...forwarded] = (written ?? "").split(" ");
  return { peer: peer || null, forwarded };
}
