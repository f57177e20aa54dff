import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { version } from "@/package.json";
import { runChild, startChild } from "@/scripts/lib/child-processes.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { connectionTo } from "@/scripts/lib/services.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { STANDALONE } from "@/scripts/lib/standalone.mjs";
import { createDatabase, type TestDatabase } from "../support/database";
import { startSandbox, type TestSandbox } from "../support/sandbox";
import { memoryFolder } from "../support/scratch";
import { TEST_SECRET } from "../support/test-secret";

/*
 * What an image holds, in a folder of its own that cannot be written to and by another user, where the tests run as
 * root. It finds nothing of the project beside it: the runtime and the settings are all that it is given.
 */
const ANOTHER_USER = 10_001;
const SIZE_MAX_MB = 160;
const MEMORY_MAX_MB = 300;
const READY_MAX_MS = 60_000;

const TOKEN = "a token of tests, long enough".replaceAll(" ", "-").padEnd(32, "x");
const REQUEST = "from-the-proxy-1";

let folder: string;
let app: string;
let database: TestDatabase;
let books: TestDatabase;
let sandbox: TestSandbox;
let env: Record<string, string | undefined>;
const user = process.getuid?.() === 0 ? { uid: ANOTHER_USER, gid: ANOTHER_USER } : {};

beforeAll(async () => {
  folder = await memoryFolder();
  app = join(folder, "app");
  await cp(STANDALONE, app, { recursive: true, verbatimSymlinks: true });
  await cp(process.execPath, join(folder, "node"));
  for (const entry of await readdir(app, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o555 : 0o444);
  }
  await chmod(app, 0o555);
  [database, books] = [await createDatabase(), await createDatabase()];
  sandbox = await startSandbox({ databaseUrl: books.url });
  env = {
    ...bareSettings(),
    ...connectionTo(sandbox),
    DATABASE_URL: database.runtimeUrl,
    APP_URL: "https://console.example",
    AUTH_SECRET: TEST_SECRET,
    METRICS_TOKEN: TOKEN,
    TRUSTED_PROXIES: HOST,
    NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString("base64"),
    ...{ HOME: "/nonexistent", TMPDIR: "/nonexistent", NODE_ENV: "production" },
  };
}, 60_000);
afterAll(async () => {
  await sandbox?.stop();
  await database?.drop();
  await books?.drop();
  for (const entry of await readdir(app, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
  await chmod(app, 0o755);
  await rm(folder, { recursive: true });
}, 60_000);

const start = (program: string, more: Record<string, string> = {}, onLine?: (line: string) => void) =>
  startChild(join(folder, "node"), [`bin/${program}.mjs`], {
    cwd: app,
    env: { ...env, ...more },
    ...user,
    ...(onLine && { onLine }),
  });

async function saying(program: string, words: string, more: Record<string, string> = {}) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const child = start(program, more, (line) => line.includes(words) && resolve());
  const ended = child.exited.then(() => {
    throw new Error(child.lastLines());
  });
  await Promise.race([promise, ended]);
  return child;
}

const SEARCHED = "yamada-taro";

/** Takes what is sent as OTLP over HTTP. */
async function openCollector() {
  const bodies: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    bodies.push(await text(incoming));
    outgoing.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, HOST);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://${HOST}:${port}/v1/traces`,
    received: () => bodies.join("\n"),
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const status = async (address: string) => (await fetch(address, { redirect: "manual" })).status;

test("an image holds no settings, no sources, no sharp, and is small", async () => {
  const names = await readdir(app, { recursive: true });
  const ofPackage = (name: string) => name.includes("node_modules/") && !name.includes("/sharp/");
  expect(names.filter((name) => /(^|\/)\.env|\.tsx?$|(^|\/)sharp(\/|$)/.test(name) && !ofPackage(name))).toEqual([]);
  const { stdout } = spawnSync("du", ["-sm", app], { encoding: "utf8" });
  expect(Number.parseInt(stdout, 10)).toBeLessThan(SIZE_MAX_MB);
});

test("its programs say what they lack, before they start", async () => {
  const { NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: _, ...rest } = env;
  const child = startChild(join(folder, "node"), ["bin/console.mjs"], { cwd: app, env: rest, ...user });
  expect((await child.exited).ok).toBe(false);
  expect(child.lastLines()).toContain("NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: is missing");
});

test("from an empty folder that is read-only: migrate, add a user, console, worker and ingest", async () => {
  await runChild("migrate", join(folder, "node"), ["bin/migrate.mjs"], {
    ...{ cwd: app, ...user },
    env: { ...env, MIGRATION_DATABASE_URL: database.url },
  });
  const person = ["--email", "admin@example.com", "--name", "Admin", "--role", "admin"];
  await runChild("user-create", join(folder, "node"), ["bin/user-create.mjs", ...person], {
    ...{ cwd: app, ...user, env },
    input: "four words chosen wildly indeed\n",
  });

  const [port, ingestPort] = [await freePort(), await freePort()];
  const since = performance.now();
  const collector = await openCollector();
  const console = start("console", {
    ...{ HOST: "0.0.0.0", PORT: String(port), JOBS: "off" },
    TRACES_URL: collector.url,
  });
  const at = `http://${HOST}:${port}`;
  const ready = () => status(`${at}/api/ready`).catch(() => 0);
  await expect.poll(ready, { timeout: READY_MAX_MS, interval: 50 }).toBe(200);
  const readyMs = Math.round(performance.now() - since);

  const page = await fetch(`${at}/sign-in?from=${SEARCHED}`, { headers: { "x-forwarded-proto": "https" } });
  expect(page.status).toBe(200);
  const [, script = ""] = /src="(\/_next\/static\/[^"]+\.js)/.exec(await page.text()) ?? [];
  expect(await status(at + script)).toBe(200);
  expect(await status(`${at}/manifest.webmanifest`)).toBe(200);

  const asked = await fetch(`${at}/api/live`, { headers: { "x-request-id": REQUEST } });
  expect(asked.headers.get("x-request-id")).toBe(REQUEST);
  const made = await fetch(`${at}/api/live`, { headers: { "x-request-id": "no id: <script>" } });
  expect(made.headers.get("x-request-id")).toMatch(/^[\da-f-]{36}$/);

  const workerPort = await freePort();
  const worker = await saying("worker", '"worker":"ready"', { WORKER_PORT: String(workerPort) });
  const ingest = await saying("ingest", '"ingest":"', { INGEST_PORT: String(ingestPort) });
  expect(await status(`http://${HOST}:${ingestPort}/api/ready`)).toBe(200);
  expect(await status(`http://${HOST}:${ingestPort}/api/callbacks/sandbox/unknown`)).toBe(405);
  for (const [of, series] of [
    [port, "choba_withdrawals_approved_unsent"],
    [workerPort, "choba_jobs_seconds_bucket"],
    [ingestPort, 'choba_requests_seconds_count{kind="monitoring",status="2xx"}'],
  ] as const) {
    const address = `http://${HOST}:${of}/api/metrics`;
    expect(await status(address)).toBe(401);
    const metrics = async () => (await fetch(address, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
    await expect.poll(metrics, { timeout: 70_000 }).toContain(series);
    expect(await metrics()).toContain(`choba_build_info{version="${version}"} 1`);
  }
  expect(await status(`http://${HOST}:${workerPort}/api/ready`)).toBe(200);
  await runChild("audit-verify", join(folder, "node"), ["bin/audit-verify.mjs"], { cwd: app, env, ...user });

  const memory = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${console.pid}/status`, "utf8").catch(() => ""));
  if (memory) expect(Number(memory[1]) / 1024).toBeLessThan(MEMORY_MAX_MB);
  const stopped = [console, worker, ingest];
  await Promise.all(stopped.map((child) => child.stop()));
  for (const child of stopped) expect(await child.exited).toEqual({ ok: true, how: "ended with code 0" });
  expect(collector.received()).toContain("choba-console");
  expect(collector.received()).toContain("GET /sign-in");
  expect(collector.received()).not.toContain(SEARCHED);
  await collector.close();
  process.stdout.write(`image: ready in ${readyMs} ms, ${Math.round(Number(memory?.[1] ?? 0) / 1024)} MB\n`);
}, 120_000);
