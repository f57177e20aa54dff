import { join } from "node:path";
import { ensureBuilt } from "@/scripts/lib/build.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { type ConsoleOptions, openConsole } from "./open-console";
import setUpPostgres from "./postgres";
import { shareWithWorkers } from "./test-context";

/** A database server and a whole console for a run in the browser. */
export default async function setUp() {
  // Imported here, as Playwright's `expect` must not be loaded beside Vitest's. Workers inherit the path.
  const { findBrowser } = await import("@/scripts/lib/browser.mjs");
  process.env.CHROMIUM_PATH ??= await findBrowser();
  return openForRun();
}

/** The same, with further settings of a run. */
export async function openForRun(options: ConsoleOptions = {}) {
  const stopPostgres = await setUpPostgres();
  // Built once, before any is started: a later build would replace what is served.
  await ensureBuilt(secretsIn(join(ROOT, ".data")).NEXT_SERVER_ACTIONS_ENCRYPTION_KEY);
  const { context, close } = await openConsole(options);
  shareWithWorkers(context);

  return async function tearDown() {
    await close();
    await stopPostgres();
  };
}
