import { firstToEnd } from "./child-processes.mjs";
import { startIngest } from "./ingest.mjs";
import { portsFrom } from "./ports.mjs";
import { say, step } from "./progress.mjs";
import { settingsOfMachine, withoutOwner } from "./settings.mjs";

/** Brings up the ingest process with the settings of the console that it works for, and stays until it ends. */
export async function startIngestAlone() {
  const env = withoutOwner(settingsOfMachine());
  const { INGEST_PORT: port } = await portsFrom(env, { INGEST_PORT: 3001 });
  const onLine = (/** @type {string} */ line) => say(`ingest │ ${line}`);
  const served = await step("Starting to take callbacks", () => startIngest({ env, port, onLine }));
  say(`\nCallbacks are taken at ${served.url}/api/callbacks/. Send the path there; everything else stays as it is.`);
  say("Press Ctrl-C to stop.\n");
  await firstToEnd({ "The ingest process": served });
}
