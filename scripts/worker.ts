import { pool } from "@/lib/db/connection";
import { SettingsError } from "@/lib/env";
import { stopRunner } from "@/lib/jobs/runner";
import { startJobs } from "@/lib/jobs/start";
import { describeError } from "@/lib/log";

/** The process behind npm run worker: does the jobs, and prints one line of JSON once it does. */
try {
  await startJobs();
  console.log(JSON.stringify({ worker: "ready" }));

  process.once("SIGTERM", async () => {
    await stopRunner();
    await pool().end();
  });
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : describeError(error).stack);
  process.exit(1);
}
