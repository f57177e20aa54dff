import "server-only";
import { guardEdges } from "@/lib/auth/edges";
import { watchConnections } from "@/lib/auth/peer";
import { takeBeforeNext } from "@/lib/callbacks/ingest";
import { env, SettingsError } from "@/lib/env";
import { gatherParts } from "@/lib/gather";
import { describeError, tellFailuresOurWay } from "@/lib/log";
import { startRunner } from "./runner";

/** Checks the settings and watches who connects, then starts the job runner unless this instance serves the web only. */
export async function startServer(): Promise<void> {
  try {
    const { jobs, development } = env();
    if (!development) tellFailuresOurWay();
    guardEdges();
    watchConnections();
    gatherParts();
    if (!development) takeBeforeNext();
    if (jobs) await startRunner();
  } catch (error) {
    // Settings are told to whoever starts this, as plain lines; nothing has been asked of a database by then.
    process.stderr.write(`${error instanceof SettingsError ? error.message : describeError(error).stack}\n`);
    process.exit(1);
  }
}
