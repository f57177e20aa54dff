import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Pool } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkBooks } from "@/sandbox/ledger/check";
import { typescript } from "@/scripts/lib/runtime.mjs";
import { bundled } from "../../support/bundle";
import { createDatabase, type TestDatabase } from "../../support/database";
import { OPERATOR_HEADERS } from "../../support/operator";
import { openInbox } from "./inbox";
import { signatureOf, signedBody } from "./signer";

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createDatabase();
  folder = await mkdtemp(join(tmpdir(), "choba-process-"));
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

type Started = { child: ChildProcess; sandbox: string; operator: string };

async function run(more: Record<string, string>, program?: string[]): Promise<ChildProcess> {
  const env = {
    ...process.env,
    SANDBOX_DATABASE_URL: database.url,
    SANDBOX_PORT: "0",
    SANDBOX_OPERATOR_PORT: "0",
    SANDBOX_CONFIG: join(folder, "sandbox.json"),
    ...more,
  };
  const command = program ?? [await bundled("sandbox/main.ts")];
  return spawn(process.execPath, command, { env, stdio: ["ignore", "pipe", "pipe"] });
}

async function start(program?: string[]): Promise<Started> {
  const child = await run({}, program);
  child.stderr?.resume();
  for await (const line of createInterface({ input: child.stdout! })) return { child, ...JSON.parse(line) };
  throw new Error("the sandbox ended before it said where it listens");
}

async function failure(more: Record<string, string>): Promise<{ code: number; message: string }> {
  const child = await run(more);
  let message = "";
  child.stderr?.on("data", (part) => {
    message += part;
  });
  const [code] = await once(child, "exit");
  return { code, message };
}

describe("the process", () => {
  test("writes a configuration with new keys, for its owner only, and keeps it", async () => {
    // From its sources, as by npm start.
    const first = await start(typescript("sandbox/main.ts"));
    const path = join(folder, "sandbox.json");
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const text = await readFile(path, "utf8");
    expect(JSON.parse(text).merchants[0].secretKey).toMatch(/^secret_[0-9a-f]{64}$/);

    first.child.kill("SIGTERM");
    expect(await once(first.child, "exit")).toEqual([0, null]);
    const second = await start();
    expect(await readFile(path, "utf8")).toBe(text);
    second.child.kill("SIGINT");
    expect(await once(second.child, "exit")).toEqual([0, null]);
  });

  test("says in one line what keeps it from starting", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const broken = join(folder, "broken.json");
    const strange = join(folder, "strange.json");
    await writeFile(broken, "{");
    await writeFile(strange, JSON.stringify({ merchants: [{ number: 1, name: "x", apikey: "y" }] }));

    for (const [settings, reason] of [
      [{ SANDBOX_PORT: String(port) }, `port ${port} is taken: choose another with SANDBOX_PORT`],
      [{ SANDBOX_OPERATOR_PORT: String(port) }, `port ${port} is taken: choose another with SANDBOX_OPERATOR_PORT`],
      [{ SANDBOX_PORT: "many", SANDBOX_DATABASE_URL: "" }, "SANDBOX_DATABASE_URL must not be empty; SANDBOX_PORT"],
      [{ SANDBOX_CONFIG: broken }, `${broken} is not JSON`],
      [{ SANDBOX_CONFIG: strange }, `${strange}: merchants.0.apiKey`],
      [{ SANDBOX_DATABASE_URL: "postgres://127.0.0.1:1/nothing" }, "ECONNREFUSED"],
    ] as const) {
      const { code, message } = await failure(settings);
      expect(code).toBe(1);
      expect(message.trim().split("\n")).toHaveLength(1);
      expect(message).toContain("The sandbox did not start: ");
      expect(message).toContain(reason);
    }
    taken.close();
  }, 90_000);

  test("does not touch a database of another version, and says what to do", async () => {
    const older = await createDatabase();
    const pool = new Pool({ connectionString: older.url, max: 1 });
    await pool.query(
      "create table migrations (name text primary key); insert into migrations values ('0001_books.sql')",
    );
    const { code, message } = await failure({ SANDBOX_DATABASE_URL: older.url });
    expect(code).toBe(1);
    expect(message.trim().split("\n")).toHaveLength(1);
    expect(message).toContain("created by another version of the sandbox (0001_books.sql) and cannot be upgraded");
    expect(message).toContain("use an empty database");
    const { rows } = await pool.query("select table_name from information_schema.tables where table_schema = 'public'");
    expect(rows).toEqual([{ table_name: "migrations" }]);
    await pool.end();
    await older.drop();
  });

  test("killed at any moment, its books balance and no accepted order is lost", async () => {
    const pool = new Pool({ connectionString: database.url, max: 1 });
    const inbox = await openInbox();
    const accepted: string[] = [];
    for (let kill = 0; kill < 6; kill += 1) {
      const { child, sandbox, operator } = await start();
      const { apiKey, secretKey } = JSON.parse(await readFile(join(folder, "sandbox.json"), "utf8")).merchants[0];
      let isAlive = true;
      const ended = once(child, "exit").then(() => {
        isAlive = false;
      });
      const client = async () => {
        while (isAlive) {
          const body = signedBody({
            amount: 1000 + kill,
            channel: "BANK_TRANSFER",
            currency: "THB",
            callbackUrl: inbox.url(),
            referenceId: randomUUID(),
            playerId: "p",
            destination: "BBL",
            destinationName: "Bangkok Bank",
            destinationAccount: "1",
            destinationAccountName: "A",
            timestamp: Math.floor(Date.now() / 1000),
            nonce: randomUUID(),
          });
          const headers = {
            "content-type": "application/json",
            "x-api-key": apiKey,
            "x-signature": signatureOf(body, secretKey),
          };
          try {
            const answer = await fetch(`${sandbox}/withdraw`, { method: "POST", body, headers });
            if (answer.status !== 200) continue;
            const { transactionId } = (await answer.json()) as { transactionId: string };
            accepted.push(transactionId);
            await fetch(`${operator}/orders/${transactionId}/complete`, { method: "POST", headers: OPERATOR_HEADERS });
          } catch {
            // The process was killed under us: this order may exist or not, and the books must be right either way.
          }
        }
      };
      const clients = Promise.all(Array.from({ length: 8 }, client));
      const enough = accepted.length + 5 + kill * 7;
      await expect.poll(() => accepted.length, { timeout: 15_000, interval: 1 }).toBeGreaterThan(enough);
      child.kill("SIGKILL");
      await ended;
      await clients;
      expect(await checkBooks(pool)).toEqual([]);
    }
    const { rows } = await pool.query("select transaction_id from orders where transaction_id = any($1)", [accepted]);
    expect(rows).toHaveLength(accepted.length);
    expect(accepted.length).toBeGreaterThan(50);
    await inbox.close();
    await pool.end();
  }, 60_000);
});
