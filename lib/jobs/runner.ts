import "server-only";
import { setTimeout as pause } from "node:timers/promises";
import { Logger, type Runner, run } from "graphile-worker";
import { sessionPool } from "@/lib/db/connection";
import { env } from "@/lib/env";
import { log } from "@/lib/log";
import { isStopping } from "@/lib/shutdown";
import { crontab, tasks } from "./tasks";

/** How often due jobs are polled; the linker announces most of those that may run now. */
const POLL_MS = 1_000;

/** After the runner gave up, which it does when the database goes away while it writes down what became of a job. */
const AGAIN_MS = 1_000;

const kept = globalThis as { chobaRunner?: Promise<void> };
let running: Runner | null = null;

/** Starts the job runner in this process, once. Several processes share the queue. */
export function startRunner(): Promise<void> {
  kept.chobaRunner ??= begin().then((runner) => void keepRunning(runner));
  return kept.chobaRunner;
}

/** Takes no further job and waits for those that run. The process has begun to stop. */
export async function stopRunner(): Promise<void> {
  await kept.chobaRunner;
  await running?.stop();
}

const begin = () =>
  run({
    pgPool: sessionPool(),
    taskList: tasks,
    crontab,
    concurrency: env().jobConcurrency,
    pollInterval: POLL_MS,
    noHandleSignals: true,
    logger,
  });

/** A console without a job runner seems healthy and does nothing, so the runner is restarted after any failure. */
async function keepRunning(first: Runner): Promise<void> {
  for (let runner: Runner | null = first; ; ) {
    try {
      runner ??= await begin();
      running = runner;
      await runner.promise;
      if (isStopping()) return;
      log.warn("jobs: the runner ended; another is started");
    } catch (error) {
      log.error({ error }, "jobs: the runner failed; another is started");
    }
    runner = null;
    await pause(AGAIN_MS);
    if (isStopping()) return;
  }
}

const logger = new Logger(() => (level, message, { error, job }) => {
  if (level === "warning") log.warn(`jobs: ${message}`);
  if (level !== "error") return;
  // The runner's own words quote the error whole, with the values of the query that met it.
  if (error === undefined) log.error(`jobs: ${message.split("\n")[0]}`);
  else log.error({ error, task: taskOf(job) }, "jobs: a task failed");
});

const taskOf = (job: unknown) =>
  typeof job === "object" && job !== null && "task_identifier" in job ? job.task_identifier : null;
