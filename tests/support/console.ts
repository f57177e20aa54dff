import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ensureBuilt } from "@/scripts/lib/build.mjs";
import { freePort } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { type ConsoleOptions, openConsole } from "./open-console";
import { scratchFolder } from "./scratch";
import { tell } from "./test-context";

/** A database server and a whole console for a run in the browser. */
export default () => openForRun();

/** The same, with whatever more a run needs. */
export async function openForRun(options: ConsoleOptions = {}) {
  const scratch = await scratchFolder();
  const postgres = await startPostgres({
    folder: join(scratch, "postgres"),
    port: await freePort(),
    settings: ["fsync=off"],
  });
  // Once, before any is started: what is served must not be built anew underneath.
  await ensureBuilt(secretsIn(join(ROOT, ".data")).NEXT_SERVER_ACTIONS_ENCRYPTION_KEY);
  process.env.TEST_DATABASE_URL = postgres.url("postgres");
  const { world, close } = await openConsole(options);
  tell(world);

  return async function tearDown() {
    await close();
    await postgres.stop();
    await rm(postgres.folder, { recursive: true });
    await rm(scratch, { recursive: true });
  };
}
