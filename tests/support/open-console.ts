import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runChild } from "@/scripts/lib/child-processes.mjs";
import { nameOf, usersIn } from "@/scripts/lib/demo.mjs";
import { migrate } from "@/scripts/lib/migrate.mjs";
import { startConsole } from "@/scripts/lib/next.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { step } from "@/scripts/lib/progress.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { typescript } from "@/scripts/lib/runtime.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { connectionTo } from "@/scripts/lib/services.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { createCopy, createDatabase } from "./database";
import { countRequestsAlone } from "./request-counting";
import { startSandbox, type TestSandbox, WEALTHY } from "./sandbox";
import { runFolder } from "./scratch";
import type { TestContext } from "./test-context";

export type OpenConsole = {
  context: TestContext;
  /** Stops the console alone, as `npm start` does. */
  stop: () => Promise<void>;
  close: () => Promise<void>;
};

export type ConsoleOptions = Pick<Parameters<typeof startSandbox>[0], "others"> & {
  /** Further settings of the console. */
  more?: (sandbox: TestSandbox, databaseUrl: string) => Record<string, string> | Promise<Record<string, string>>;
  /** Its public origin, where that is another than the address at which tests reach it. */
  appUrl?: string;
  /** Hears every line that it says. */
  onLine?: (line: string) => void;
};

/** A built console with users, a database and a service of its own, on the database server of this run of tests. */
export async function openConsole({ others, more = () => ({}), appUrl, onLine }: ConsoleOptions = {}) {
  const books = await createDatabase();
  const sandbox = await startSandbox({ databaseUrl: books.url, settings: WEALTHY, ...(others && { others }) });

  const settings = { ...bareSettings(), ...secretsIn(join(ROOT, ".data")), ...connectionTo(sandbox) };
  const { database, users } = await createDatabaseWithUsers(settings);
  const port = await freePort();
  const env = {
    ...settings,
    DATABASE_URL: database.runtimeUrl,
    ...(await more(sandbox, database.url)),
    APP_URL: appUrl ?? `http://${HOST}:${port}`,
  };
  const served = await step("Starting the console", () => startConsole({ env, port, ...(onLine && { onLine }) }));
  const context: TestContext = { url: `http://${HOST}:${port}`, databaseUrl: database.url, users, sandbox };
  return {
    context,
    stop: () => served.stop(),
    async close() {
      await served.stop();
      await sandbox.stop();
      await database.drop();
      await books.drop();
    },
  } satisfies OpenConsole;
}

/** As a console's owner sets it up: migrated, with a user of each role. The consoles of a run have the same users. */
async function createDatabaseWithUsers(settings: Record<string, string | undefined>) {
  const file = join(runFolder(), "demo.json");
  const database = await createCopy("console_with_users", async ({ url, runtimeUrl }) => {
    const env = { ...settings, DATABASE_URL: runtimeUrl, MIGRATION_DATABASE_URL: url, APP_URL: `http://${HOST}` };
    await migrate(env);
    await countRequestsAlone(url);
    const people = usersIn(file);
    await runChild("The users could not be added", "node", typescript("tests/support/add-users.ts"), {
      env,
      input: JSON.stringify(people.map((person) => ({ ...person, name: nameOf(person.role) }))),
    });
    await writeFile(file, JSON.stringify({ people }));
  });
  return { database, users: usersIn(file) };
}
