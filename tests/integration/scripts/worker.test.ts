import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bundled } from "../../support/bundle";
import { NOWHERE, openTestContext, type TestContext } from "../../support/context";
import { createConsoleDatabase, type TestDatabase } from "../../support/database";
import { scratchFolder } from "../../support/scratch";
import { openTcpProxy } from "../../support/tcp-proxy";
import { TEST_SECRET } from "../../support/test-secret";

/** What a worker makes of settings that are only known to be wrong once it starts. */
let context: TestContext;
let other: TestDatabase;
let folder: string;
beforeAll(async () => {
  [context, other, folder] = await Promise.all([openTestContext(), createConsoleDatabase(), scratchFolder()]);
});
afterAll(async () => {
  await context.close();
  await other.drop();
  await rm(folder, { recursive: true });
});

const TIMEOUT_MS = 60_000;

type Begun = { said: string; code: number | null };

/** Until it is ready, or has ended: what it says by then. */
async function begunWith(more: Record<string, string>, program = "worker"): Promise<Begun> {
  const settings = {
    DATABASE_URL: context.runtimeUrl,
    ...{ APP_URL: "http://console.test", AUTH_SECRET: TEST_SECRET, JOBS: "on" },
    PAYMENTS_SANDBOX_BASE_URL: NOWHERE.baseUrl,
    PAYMENTS_SANDBOX_API_KEY: NOWHERE.apiKey,
    PAYMENTS_SANDBOX_SECRET_KEY: NOWHERE.secretKey,
  };
  const { PATH = "" } = process.env;
  const child = spawn(process.execPath, [await bundled(`scripts/${program}.ts`)], {
    env: { PATH, NODE_ENV: "test", ...settings, ...more },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const heard = (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes('{"worker":"ready"}')) child.kill("SIGKILL");
  };
  child.stdout.on("data", heard);
  child.stderr.on("data", heard);
  const [code] = await once(child, "close");
  return { said, code };
}

const begun = async (url: string) => (await begunWith({ DIRECT_DATABASE_URL: url })).said;

test("jobs are not taken from another database than that of the application", { timeout: TIMEOUT_MS }, async () => {
  const [name, former] = [context.runtimeUrl, other.runtimeUrl].map((url) => new URL(url).pathname.slice(1));
  const said = await begun(other.runtimeUrl);
  expect(said).toMatch(new RegExp(`^  - DIRECT_DATABASE_URL: .*${former}.*${name}`, "m"));
  expect(said).not.toContain('{"worker":"ready"}');
});

test("nor from a database without the tables of the console", { timeout: TIMEOUT_MS }, async () => {
  const url = new URL(other.runtimeUrl);
  url.pathname = "/postgres";
  expect(await begun(url.href)).toMatch(/^ {2}- DIRECT_DATABASE_URL: .* postgres,/m);
});

test("nor from a database of the same name on another server", { timeout: TIMEOUT_MS }, async () => {
  // As if it were one: another system identifies itself on this connection.
  await context.pool.query(`
    create schema elsewhere;
    create function elsewhere.database_identity(out system_identifier text, out timeline text, out at timestamptz)
      language sql as $$ select '1', '00000001', now() $$;
    grant usage on schema elsewhere to public`);
  const url = new URL(context.runtimeUrl);
  url.searchParams.set("options", "-c search_path=elsewhere,public");
  const said = await begun(url.href);
  expect(said).toMatch(/^ {2}- DIRECT_DATABASE_URL: .*another server/m);
  expect(said).not.toContain('{"worker":"ready"}');
});

test("an address at which nothing listens is named", { timeout: TIMEOUT_MS }, async () => {
  const url = new URL(context.runtimeUrl);
  url.port = "1";
  expect(await begun(url.href)).toMatch(/^ {2}- DIRECT_DATABASE_URL: no database server listens at .*:1/m);
});

test("the same database by another address is used", { timeout: TIMEOUT_MS }, async () => {
  const proxy = await openTcpProxy(context.runtimeUrl);
  expect(await begun(proxy.through(context.runtimeUrl))).toContain('{"worker":"ready"}');
  await proxy.close();
});

test("a state file that cannot be written or read is refused, as it would guard nothing", {
  timeout: TIMEOUT_MS,
}, async () => {
  const lost = join(folder, "none/state.json");
  const unwritten = await begunWith({ STATE_FILE: lost });
  expect(unwritten).toEqual({ said: expect.stringMatching(/^ {2}- STATE_FILE: .*\(ENOENT\)/m), code: 1 });
  expect(unwritten.said).toContain(lost);

  const file = join(folder, "cut.json");
  await writeFile(file, "");
  const unread = await begunWith({ STATE_FILE: file });
  expect(unread).toEqual({ said: expect.stringMatching(/^ {2}- STATE_FILE: .*cut\.json is empty/m), code: 1 });
  expect(await readFile(file, "utf8")).toBe("");
});

test("an address that cannot be listened on is named by its own settings", { timeout: TIMEOUT_MS }, async () => {
  const worker = await begunWith({ WORKER_HOST: "nowhere.invalid", WORKER_PORT: "3002" });
  expect(worker).toEqual({
    said: expect.stringMatching(/^ {2}- WORKER_HOST \/ WORKER_PORT: .*nowhere\.invalid:3002/m),
    code: 1,
  });
  const ingest = await begunWith({ INGEST_HOST: "nowhere.invalid" }, "ingest");
  expect(ingest).toEqual({
    said: expect.stringMatching(/^ {2}- INGEST_HOST \/ INGEST_PORT: .*nowhere\.invalid:3001/m),
    code: 1,
  });
});
