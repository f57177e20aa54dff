import { SettingsError } from "@/lib/env";
import { stopGracefully } from "@/lib/http/graceful-stop";
import { stopRunner } from "@/lib/jobs/runner";
import { startJobs } from "@/lib/jobs/start";
import { describeError } from "@/lib/log";

/** The process behind npm run worker: does the jobs, and prints one line of JSON once it does. */
try {
  stopGracefully({ stopJobs: stopRunner });
  await startJobs();
  console.log(JSON.stringify({ worker: "ready" }));
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : describeError(error).stack);
  process.exit(1);
}
