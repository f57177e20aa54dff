import { afterAll, beforeAll, expect, test } from "vitest";
import { merchantServer } from "@/sandbox/api/server";
import { openDatabase } from "@/sandbox/database";
import { addressOf, closed, listen } from "@/sandbox/listen";
import { merchant as merchantShape } from "@/sandbox/merchants/file";
import { openSandbox } from "@/sandbox/sandbox";
import { openWorld, type World } from "./test-context";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

test("connections to the database that die at work lose no order, double none, and hang no caller", async () => {
  let isOver = false;
  const killer = (async () => {
    while (!isOver) {
      await world.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();

  const accepted: unknown[] = [];
  const statuses: number[] = [];
  const client = async () => {
    for (let call = 0; call < 8; call += 1) {
      const { status, body } = await world.call("/withdraw", world.withdrawal({ amount: "10" }), { wrong: true });
      statuses.push(status);
      if (status === 200) accepted.push(body.transactionId);
    }
  };
  await Promise.all(Array.from({ length: 48 }, client));
  isOver = true;
  await killer;

  for (const status of statuses) expect([200, 500]).toContain(status);
  expect(world.logged.join()).toMatch(/terminating connection|Connection terminated/);
  const { rows } = await world.pool.query(
    "select count(*)::int as kept, count(distinct reference_id)::int as refs from orders",
  );
  const { rows: found } = await world.pool.query("select from orders where transaction_id = any($1)", [accepted]);
  expect(found).toHaveLength(accepted.length);
  expect(rows[0].kept).toBe(rows[0].refs);

  await expect.poll(async () => (await world.call("/withdraw", world.withdrawal(), { wrong: true })).status).toBe(200);
  expect((await world.operator("GET", "/ledger")).body.faults).toEqual([]);
});

test("an answer that cannot be given is told, becomes a 500, and ends nobody else's request", async () => {
  const told: unknown[] = [];
  const url = world.pool.options.connectionString ?? "";
  const log = { line: () => {}, error: (error: unknown) => void told.push(error) };
  const sandbox = await openSandbox(openDatabase(url, log.error), [merchantShape.parse(world.merchant)], log);
  const settings = { SANDBOX_DATABASE_URL: url, SANDBOX_PORT: 0, SANDBOX_OPERATOR_PORT: 0, SANDBOX_CONFIG: "" };
  const server = await listen(
    merchantServer(sandbox, () => ""),
    "SANDBOX_PORT",
    settings,
  );
  const statusOf = async () => (await fetch(`${addressOf(server)}/banks`, { method: "POST" })).status;

  // No operator could plan it: HTTP has no such status.
  sandbox.faults.plan({ path: "/banks", times: 1, kind: "status", when: "before", status: 99 });
  expect(await statusOf()).toBe(500);
  expect(String(told)).toContain("Invalid status code: 99");
  expect(await statusOf()).toBe(401);
  await closed(server);
  await sandbox.close();
});
