import "server-only";
import { env, SettingsError } from "@/lib/env";
import { startRunner } from "./runner";

/** Checks the settings, then starts the job runner unless this instance serves the web only. */
export async function startServer(): Promise<void> {
  try {
    const { jobs } = env();
    if (jobs) await startRunner();
  } catch (error) {
    console.error(error instanceof SettingsError ? error.message : error);
    process.exit(1);
  }
}
