import { rm } from "node:fs/promises";
import { join } from "node:path";
import { ensureBuilt } from "@/scripts/lib/build.mjs";
import { peopleIn, seedDemo } from "@/scripts/lib/demo.mjs";
import { migrate } from "@/scripts/lib/migrate.mjs";
import { startConsole } from "@/scripts/lib/next.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { step } from "@/scripts/lib/progress.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { connectionTo } from "@/scripts/lib/services.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { startSandbox } from "./sandbox";
import { scratchFolder } from "./scratch";
import { tell } from "./world";

/** A whole console of its own for a run in the browser: database, sandbox, people, and the built console. */
export default async function setUp() {
  const scratch = await scratchFolder();
  const secrets = secretsIn(join(ROOT, ".data"));
  await ensureBuilt(secrets.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY);

  const postgres = await startPostgres({
    folder: join(scratch, "postgres"),
    port: await freePort(),
    settings: ["fsync=off"],
  });
  await postgres.ensureDatabase("console");
  await postgres.ensureDatabase("sandbox");
  const sandbox = await startSandbox({ databaseUrl: postgres.url("sandbox") });

  const port = await freePort();
  const env = {
    ...bareSettings(),
    ...secrets,
    ...connectionTo(sandbox),
    DATABASE_URL: postgres.url("console"),
    APP_URL: `http://${HOST}:${port}`,
  };
  const people = peopleIn(join(scratch, "demo.json"));
  await migrate(env);
  await seedDemo({ people, withdrawals: [], deposits: [] }, env);
  const served = await step("Starting the console", () => startConsole({ env, port }));
  tell({ url: env.APP_URL, databaseUrl: env.DATABASE_URL, people, sandbox });

  return async function tearDown() {
    await served.stop();
    await sandbox.stop();
    await postgres.stop();
    await rm(postgres.folder, { recursive: true });
    await rm(scratch, { recursive: true });
  };
}
