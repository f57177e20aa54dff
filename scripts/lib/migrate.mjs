import { runChild } from "./child-processes.mjs";
import { say } from "./progress.mjs";
import { typescript } from "./runtime.mjs";

/**
 * Gives the database of these settings the tables that the console expects.
 * @param {import("./settings.mjs").Settings} env
 */
export const migrate = (env) =>
  runChild("The database could not be brought up to date", "node", typescript("scripts/migrate.ts"), {
    env,
    // What went well is for the log of a migration that runs alone.
    onLine: (line) => line.startsWith('{"level":30') || say(line),
  });
