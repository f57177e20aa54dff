import { spawnSync } from "node:child_process";
import { runUntilStopped } from "./lib/cli.mjs";
import { Refusal } from "./lib/refusal.mjs";
import { typescript } from "./lib/runtime.mjs";
import { settingsOfMachine } from "./lib/settings.mjs";

// node scripts/run.mjs NAME …: one of our programs with the settings of this machine, those in .env included.
const PROGRAMS = ["migrate", "user-create", "restore-check", "audit-verify", "failover", "push-key"];

await runUntilStopped(async () => {
  const [name = "", ...args] = process.argv.slice(2);
  if (!PROGRAMS.includes(name)) throw new Refusal(`There are: ${PROGRAMS.join(", ")}.`);
  const { status } = spawnSync("node", [...typescript(`scripts/${name}.ts`), ...args], {
    stdio: "inherit",
    env: /** @type {NodeJS.ProcessEnv} */ (settingsOfMachine()),
  });
  process.exit(status ?? 1);
});
