import { env, settingsWarnings } from "@/lib/env";
import { stopGracefully } from "@/lib/http/graceful-stop";
import { serveMonitor } from "@/lib/http/monitor-server";
import { startJobs, stopJobs, tellStartProblem } from "@/lib/jobs/start";
import { surviveUnrecorded } from "@/lib/jobs/unrecorded";
import { log } from "@/lib/log";
import { giveBackIdleMemory } from "@/lib/telemetry/idle-memory";
import { startTracing } from "@/lib/telemetry/trace-export";

/** The process behind npm run worker: does the jobs, and prints one line of JSON once it does. */
try {
  for (const warning of settingsWarnings()) log.warn(`settings: ${warning}`);
  startTracing("worker");
  surviveUnrecorded();
  giveBackIdleMemory();
  const { worker } = env();
  const servers = worker.port === null ? [] : [await serveMonitor({ host: worker.host, port: worker.port })];
  stopGracefully({ servers: () => servers, stopJobs });
  await startJobs();
  console.log(JSON.stringify({ worker: "ready" }));
} catch (error) {
  tellStartProblem(error);
  process.exit(1);
}
