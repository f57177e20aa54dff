import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chown, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { runChild } from "@/scripts/lib/child-processes.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { postgresAccount } from "@/scripts/lib/postgres-account.mjs";
import { typescript } from "@/scripts/lib/runtime.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { cookieOf, request } from "../support/http";
import { type OpenConsole, openConsole } from "../support/open-console";
import { scratchFolder } from "../support/scratch";
import { shareWithWorkers } from "../support/test-context";

/** Fewer than the console's connections, so that each of its transactions may meet another session. */
const SERVER_CONNECTIONS = 3;
const isInstalled = spawnSync("pgbouncer", ["--version"]).status === 0;

describe.skipIf(!isInstalled)("behind PgBouncer in transaction mode", () => {
  let folder: string;
  let bouncer: ReturnType<typeof spawn>;
  let url: string;
  let console: OpenConsole;
  const lines: string[] = [];

  async function startBouncer(databaseUrl: string): Promise<string> {
    folder = await scratchFolder();
    const { hostname, port, username, password, pathname } = new URL(databaseUrl);
    const own = await freePort();
    const file = join(folder, "pgbouncer.ini");
    const database = `host=${hostname} port=${port} user=${username} password=${password}`;
    await writeFile(
      file,
      `[databases]\n* = ${database}\n[pgbouncer]\nlisten_addr = ${HOST}\nlisten_port = ${own}\nauth_type = any\n` +
        `unix_socket_dir =\npool_mode = transaction\ndefault_pool_size = ${SERVER_CONNECTIONS}\n`,
    );
    const account: { uid?: number; gid?: number } = postgresAccount(join(folder, "none")) ?? {};
    if (account.uid !== undefined) await chown(file, account.uid, account.gid ?? 0);
    bouncer = spawn("pgbouncer", [file], { ...account, stdio: ["ignore", "ignore", "pipe"] });
    url = `postgres://${username}@${HOST}:${own}${pathname}`;
    const answers = async () => {
      const client = new Client({ connectionString: url });
      client.on("error", () => undefined);
      await client.connect();
      await client.end();
      return true;
    };
    await vi.waitUntil(() => answers().catch(() => false), { timeout: 10_000 });
    return url;
  }

  beforeAll(async () => {
    console = await openConsole({
      more: async (_, databaseUrl) => ({
        DATABASE_URL: await startBouncer(databaseUrl),
        DIRECT_DATABASE_URL: databaseUrl,
        PREPARED_STATEMENTS: "off",
      }),
      onLine: (line) => lines.push(line),
    });
    shareWithWorkers(console.context);
  }, 400_000);
  afterAll(async () => {
    await console.close();
    bouncer.kill("SIGINT");
    await once(bouncer, "exit");
    await rm(folder, { recursive: true });
  }, 60_000);

  test("pages are served over sessions that change, and nothing fails", async () => {
    const cookie = await cookieOf("ops");
    const paths = ["/sandbox", "/sandbox/transactions", "/sandbox/withdrawals", "/api/sandbox/dashboard"];
    const answers = await Promise.all(
      Array.from({ length: 48 }, (_, index) => request(paths[index % paths.length] ?? "", { headers: { cookie } })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    await Promise.all(answers.map((answer) => answer.text()));
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  }, 60_000);

  test("users are added by the program, one run after the other", async () => {
    // More runs than sessions: one at least meets a session that an earlier run has used.
    for (let nth = 0; nth <= SERVER_CONNECTIONS; nth++) {
      const who = ["--email", `pooled-${nth}@demo.example`, "--name", "Pooled", "--role", "viewer"];
      await runChild("the user was not added", "node", [...typescript("scripts/user-create.ts"), ...who], {
        env: { ...bareSettings(), DATABASE_URL: url, PREPARED_STATEMENTS: "off" },
        input: "seven grey herons by a river",
      });
    }
  }, 60_000);

  test("jobs are announced and live updates arrive, over sessions of their own", async () => {
    const client = new Client({ connectionString: console.context.databaseUrl });
    await client.connect();
    const cookie = await cookieOf("ops");
    const stream = await request("/api/sandbox/activity/live", { headers: { cookie } });
    let heard = 0;
    const reader = stream.body?.getReader();
    const reading = (async () => {
      while (reader && !(await reader.read()).done) heard += 1;
    })();
    await client.query("select graphile_worker.add_job('refresh-balances')");
    const left = async () => {
      const { rows } = await client.query(
        "select count(*)::int as count from graphile_worker.jobs where task_identifier = 'refresh-balances'",
      );
      return rows[0]?.count;
    };
    await expect.poll(left).toBe(0);
    // The first event says that it listens from now on; the others are notifications.
    const notified = async () => {
      await client.query("select pg_notify('choba_activity', 'sandbox')");
      return heard;
    };
    await expect.poll(notified, { interval: 600 }).toBeGreaterThanOrEqual(3);
    await reader?.cancel();
    await reading;
    await client.end();
  }, 60_000);
});
