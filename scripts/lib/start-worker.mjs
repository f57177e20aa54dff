import { firstToEnd } from "./child-processes.mjs";
import { say, step } from "./progress.mjs";
import { settingsOfMachine, withoutOwner } from "./settings.mjs";
import { startWorker } from "./worker.mjs";

/** Brings up the worker with the settings of the console that it works for, and stays until it ends. */
export async function startWorkerAlone() {
  const onLine = (/** @type {string} */ line) => say(`worker │ ${line}`);
  const env = withoutOwner(settingsOfMachine());
  const served = await step("Starting the worker", () => startWorker({ env, onLine }));
  say("\nThe worker does the jobs of the console. Start that with JOBS=off. Press Ctrl-C to stop.\n");
  await firstToEnd({ "The worker": served });
}
