import { settingsWarnings } from "@/lib/env";
import { stopGracefully } from "@/lib/http/graceful-stop";
import { stopRunner } from "@/lib/jobs/runner";
import { startJobs, tellStartProblem } from "@/lib/jobs/start";
import { log } from "@/lib/log";

/** The process behind npm run worker: does the jobs, and prints one line of JSON once it does. */
try {
  for (const warning of settingsWarnings()) log.warn(`settings: ${warning}`);
  stopGracefully({ stopJobs: stopRunner });
  await startJobs();
  console.log(JSON.stringify({ worker: "ready" }));
} catch (error) {
  tellStartProblem(error);
  process.exit(1);
}
