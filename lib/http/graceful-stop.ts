import "server-only";
import { subscribe } from "node:diagnostics_channel";
import type { Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { endPools } from "@/lib/db/connection";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { beginStopping, endCalls } from "@/lib/shutdown";
import { endTracing } from "@/lib/telemetry/trace-export";

/** From the signal on: calls of the service have so long to be answered, and the process so long to end. */
const CALLS_MS = 12_000;
const ALL_MS = 17_000;

const IDLE_POLL_MS = 100;

const kept = globalThis as { chobaServers?: Set<Server> };

/** Remembers the servers of this process, which Next does not hand out. */
export function watchServers(): void {
  if (kept.chobaServers) return;
  const servers = new Set<Server>();
  kept.chobaServers = servers;
  subscribe("http.server.request.start", (message) => {
    // Node's own channel: https://nodejs.org/api/diagnostics_channel.html#http
    servers.add((message as { server: Server }).server);
  });
}

type Parts = {
  servers?: () => Iterable<Server>;
  /** Takes no further job, and waits for those that run. */
  stopJobs?: () => Promise<void>;
  /** Says what was not said yet, while there still is a database. */
  sayRest?: () => Promise<void>;
};

/**
 * On SIGTERM or SIGINT: not ready any more, no new job, no new call; streams end; then requests, jobs and calls have
 * their time, their outcomes are recorded, and the process ends. Next's own handlers end the process without waiting
 * for a job, so they are replaced.
 */
export function stopGracefully(parts: Parts): void {
  let begun: Promise<void> | null = null;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => {
      begun = begun ?? stop(signal, parts);
    });
  }
}

async function stop(
  signal: NodeJS.Signals,
  { servers = () => kept.chobaServers ?? [], stopJobs, sayRest }: Parts,
): Promise<void> {
  const since = performance.now();
  log.info({ signal }, "stop: begun");
  beginStopping();
  const limits = [
    setTimeout(endCalls, CALLS_MS),
    setTimeout(() => {
      log.warn("stop: something was still running; the sweep of another instance finishes it");
      process.exit(1);
    }, ALL_MS),
  ];
  try {
    const jobs = stopJobs?.();
    // Until load balancers have seen that this instance is not ready, new connections are answered.
    await pause(env().stopDelayMs);
    await Promise.all([...servers()].map(closeServer));
    await jobs;
    await sayRest?.();
    await endTracing();
    await endPools();
  } catch (error) {
    log.error({ error }, "stop: not in order");
  }
  for (const limit of limits) clearTimeout(limit);
  log.info({ ms: Math.round(performance.now() - since) }, "stop: done");
  process.exit(0);
}

/** Takes no more connections, and waits for the requests that are being answered. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_POLL_MS);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
}
