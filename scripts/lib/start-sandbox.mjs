import { join } from "node:path";
import { firstToEnd } from "./child-processes.mjs";
import { lockFolder } from "./lockfile.mjs";
import { say } from "./progress.mjs";
import { ROOT } from "./root.mjs";
import { builtInSandbox, embeddedPostgres } from "./services.mjs";
import { settingsOfMachine } from "./settings.mjs";

const DATA = join(ROOT, ".data/sandbox");

/** Brings up the sandbox without a console, and stays until it ends. */
export async function startSandboxAlone() {
  const settings = settingsOfMachine();
  await lockFolder(DATA);
  const config = join(DATA, "sandbox.json");
  const postgres = settings.SANDBOX_DATABASE_URL ? null : await embeddedPostgres(settings, join(DATA, "postgres"));
  await postgres?.ensureDatabase("choba_sandbox");
  const databaseUrl = postgres?.url("choba_sandbox") ?? settings.SANDBOX_DATABASE_URL ?? "";
  const sandbox = await builtInSandbox(settings, databaseUrl, config);
  say(`\nThe Payments API is ready: ${sandbox.baseUrl}\nThe operator's side: ${sandbox.operatorUrl}`);
  say(`Its merchants and their keys are in ${config}.\nPress Ctrl-C to stop.\n`);
  await firstToEnd({ ...(postgres && { PostgreSQL: postgres }), "The sandbox": sandbox });
}
