import "server-only";
import type { Server } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { endPools } from "@/lib/db/connection";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { onRequest } from "@/lib/process/on-request";
import { perProcess } from "@/lib/process/per-process";
import { beginStopping, endCalls } from "@/lib/shutdown";
import { endTracing } from "@/lib/telemetry/trace-export";

/** Time from the signal for API calls to be answered, and for the process to end. */
const CALLS_MS = 12_000;
const ALL_MS = 17_000;

const IDLE_POLL_MS = 100;

const watched = () => perProcess("servers", () => new Set<Server>());

/** Records the HTTP servers of this process, which Next does not expose. */
export const watchServers = (): void => onRequest("servers", ({ server }) => watched().add(server));

type Parts = {
  servers?: () => Iterable<Server>;
  /** Takes no further jobs, and waits for running ones. */
  stopJobs?: () => Promise<void>;
  /** Sends delayed notifications while the database is still connected. */
  sayRest?: () => Promise<void>;
};

/**
 * On SIGTERM or SIGINT: readiness goes off, no new jobs or API calls start, and event streams close. Running requests,
 * jobs and calls get time to finish, their outcomes are recorded, and the process ends. Replaces Next's handlers, which
 * do not wait for jobs.
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

async function stop(signal: NodeJS.Signals, { servers = watched, stopJobs, sayRest }: Parts): Promise<void> {
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
    // New connections are answered until load balancers have noticed that this instance is not ready.
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

/** Closes the listener, and waits for open requests. */
async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_POLL_MS);
  server.closeIdleConnections();
  await closed;
  clearInterval(sweep);
}
