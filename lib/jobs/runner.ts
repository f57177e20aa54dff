import "server-only";
import { Logger, type Runner, run } from "graphile-worker";
import { pool } from "@/lib/db/connection";
import { log } from "@/lib/log";
import { crontab, tasks } from "./tasks";

/** More than the looks of both environments together, each of which may wait for the service: others get their turn. */
const CONCURRENCY = 10;

const kept = globalThis as { chobaRunner?: Promise<Runner> };

/** Starts the job runner in this process, once. Every instance runs one; they share the queue. */
export function startRunner(): Promise<Runner> {
  kept.chobaRunner ??= run({
    pgPool: pool(),
    taskList: tasks,
    crontab,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    logger,
  });
  return kept.chobaRunner;
}

const logger = new Logger(() => (level, message) => {
  if (level === "error") log.error(`jobs: ${message}`);
  if (level === "warning") log.warn(`jobs: ${message}`);
});
