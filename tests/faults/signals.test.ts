import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { npmProgram } from "@/scripts/lib/install.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { connectionTo } from "@/scripts/lib/services.mjs";
import { bareSettings, type Settings } from "@/scripts/lib/settings.mjs";
import { STANDALONE } from "@/scripts/lib/standalone.mjs";
import { openTestContext, type TestContext } from "../support/context";
import { scratchFolder } from "../support/scratch";
import { openService, type Service } from "../support/service";
import { openTcpProxy, type TcpProxy } from "../support/tcp-proxy";

/*
 * A stop as a terminal, a supervisor and a container engine ask for it: of npm alone, of all processes of its group, and
 * of process 1 of a container, for which a signal without a handler does nothing.
 */
const STOP_MAX_MS = 20_000;
const STOP_DELAY_MS = 2_000;
const START_MAX_MS = 120_000;
/** What this run starts inherits it. */
const MARK = `SIGNALS_${randomUUID()}`;

let service: Service;
let context: TestContext;
let proxy: TcpProxy;
let folder: string;
let env: Settings;

beforeAll(async () => {
  folder = await scratchFolder();
  service = await openService();
  context = await openTestContext(service);
  proxy = await openTcpProxy(context.url);
  env = {
    ...bareSettings(),
    ...secretsIn(join(ROOT, ".data")),
    ...connectionTo({ ...service, kycGateway: undefined }),
    DATABASE_URL: context.runtimeUrl,
    APP_URL: "http://console.test",
    // The checkout's own remembers the database of its demo, which would be frozen as another one.
    STATE_FILE: join(folder, "console-state.json"),
    STOP_DELAY_SECONDS: String(STOP_DELAY_MS / 1000),
  };
}, 60_000);
afterEach(async () => {
  for (const { id } of await processesWith(MARK)) process.kill(id, "SIGKILL");
});
afterAll(async () => {
  await proxy.close();
  await context.close();
  await service.close();
  await rm(folder, { recursive: true });
}, 60_000);

/** All processes that inherit this mark, however they are related. */
async function processesWith(mark: string): Promise<{ id: number; command: string }[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = ids.map(async (id) => {
    const [environment, command] = await Promise.all([
      readFile(`/proc/${id}/environ`, "utf8").catch(() => ""),
      readFile(`/proc/${id}/cmdline`, "utf8").catch(() => ""),
    ]);
    return environment.includes(mark) ? { id: Number(id), command: command.replaceAll("\0", " ") } : [];
  });
  return (await Promise.all(found)).flat();
}

type Running = { child: ChildProcess; pid: number; mark: string; lines: string[]; url: string };

/** Starts a command in a process group of its own, and waits until it says these words. */
async function started([command = "", ...args]: string[], more: Settings, words?: string): Promise<Running> {
  const mark = `${MARK}_${randomUUID()}`;
  const port = await freePort();
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { NODE_ENV: "production", ...env, ...more, PORT: String(port), INGEST_PORT: String(port), MARK: mark },
    ...{ detached: true, stdio: ["ignore", "pipe", "pipe"] },
  });
  const lines: string[] = [];
  const { promise: said, resolve, reject } = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream as NodeJS.ReadableStream }).on("line", (line) => {
      lines.push(line);
      if (words !== undefined && line.includes(words)) resolve();
    });
  }
  if (words === undefined) resolve();
  child.once("close", () => reject(new Error(lines.join("\n"))));
  await said;
  return { child, pid: child.pid ?? 0, mark, lines, url: `http://${HOST}:${port}` };
}

const hasBash = spawnSync("bash", ["-c", "true"]).status === 0;
const npm = (script: string) => [...npmProgram(), "run", script];
const ready = async ({ url }: Running) =>
  (await fetch(`${url}/api/ready`, { headers: { connection: "close" } })).status;

/** Sends a signal and waits for the end of the command: how it ended, and after how long nothing of it was left. */
async function ended(running: Running, to: number, signal: NodeJS.Signals) {
  const since = performance.now();
  const closed = once(running.child, "close");
  process.kill(to, signal);
  const [code, by] = await closed;
  await expect.poll(() => processesWith(running.mark), { timeout: STOP_MAX_MS, interval: 50 }).toEqual([]);
  return { how: code ?? by, ms: performance.now() - since };
}

/** Whose lines have these words, by the name before them. */
const saying = ({ lines }: Running, words: string) =>
  lines.flatMap((line) => (line.includes(words) ? (line.split(" │")[0] ?? []) : [])).toSorted();

describe.skipIf(!existsSync("/proc/self/environ"))("npm", () => {
  async function stopsInOrder(running: Running, to: number, signal: NodeJS.Signals, parts: string[]) {
    expect(await ready(running)).toBe(200);
    const end = ended(running, to, signal);
    await expect.poll(() => ready(running), { timeout: STOP_MAX_MS, interval: 25 }).toBe(503);
    const { how, ms } = await end;
    expect(ms).toBeLessThan(STOP_MAX_MS);
    for (const words of ['"msg":"stop: begun"', '"msg":"stop: done"']) expect(saying(running, words)).toEqual(parts);
    return how;
  }

  test(
    "SIGTERM to npm start alone, whose shell dies of it, still stops console and worker in order",
    async () => {
      const more = { MIGRATION_DATABASE_URL: context.url, npm_config_script_shell: "sh" };
      const running = await started(npm("start"), more, "Press Ctrl-C");
      const how = await stopsInOrder(running, running.pid, "SIGTERM", ["console", "worker"]);
      // A shell that becomes the script passes on how that ended.
      expect([0, "SIGTERM"]).toContain(how);
    },
    START_MAX_MS,
  );

  test.skipIf(!hasBash)(
    "Ctrl-C, which npm passes on to a script that has heard it already, is one stop",
    async () => {
      const running = await started(npm("ingest"), { npm_config_script_shell: "bash" }, "Press Ctrl-C");
      expect(await stopsInOrder(running, -running.pid, "SIGINT", ["ingest"])).toBe(0);
    },
    START_MAX_MS,
  );
});

const asFirst = ["unshare", "--pid", "--fork", "--mount-proc", "--kill-child"];
const canBeFirst = spawnSync(asFirst[0] ?? "", [...asFirst.slice(1), "true"]).status === 0;

describe.skipIf(!canBeFirst)("process 1 of a container", () => {
  const program = (name: string) => [...asFirst, process.execPath, join(STANDALONE, `bin/${name}.mjs`)];
  const first = async ({ pid }: Running) =>
    Number((await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim());
  const childrenOf = async (pid: number) => {
    const threads = await readdir(`/proc/${pid}/task`);
    return Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, "utf8")));
  };

  test(
    "the console obeys SIGTERM, and has started no process that it would have to wait for",
    async () => {
      const running = await started(program("console"), { JOBS: "on" }, "Ready in");
      await expect.poll(() => ready(running).catch(() => 0), { timeout: START_MAX_MS }).toBe(200);
      const pid = await first(running);
      expect((await childrenOf(pid)).join("")).toBe("");
      const { how, ms } = await ended(running, pid, "SIGTERM");
      expect(how).toBe(0);
      expect(ms).toBeLessThan(STOP_MAX_MS);
    },
    START_MAX_MS,
  );

  test(
    "a migration that waits for the database obeys SIGTERM, and does not pass for done",
    async () => {
      await proxy.setMode("stalled");
      const DATABASE_URL = proxy.through(context.runtimeUrl);
      const more = { DATABASE_URL, MIGRATION_DATABASE_URL: proxy.through(context.url) };
      const waiting = await started(program("migrate"), more);
      await expect.poll(() => first(waiting)).toBeGreaterThan(0);
      const pid = await first(waiting);
      // Again and again, as before it has begun nothing can hear.
      const asking = setInterval(() => spawnSync("kill", [String(pid)]), 100);
      const [code] = await once(waiting.child, "close");
      clearInterval(asking);
      expect(code).toBe(143);
    },
    START_MAX_MS,
  );
});
