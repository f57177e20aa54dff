import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestContext, type TestContext } from "./test-context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test("connections to the database that die at work lose no order, double none, and hang no caller", async () => {
  let isOver = false;
  const killer = (async () => {
    while (!isOver) {
      await context.pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
      );
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();

  const accepted: unknown[] = [];
  const statuses: number[] = [];
  const client = async () => {
    for (let call = 0; call < 8; call += 1) {
      const { status, body } = await context.call("/withdraw", context.withdrawal({ amount: "10" }), { wrong: true });
      statuses.push(status);
      if (status === 200) accepted.push(body.transactionId);
    }
  };
  await Promise.all(Array.from({ length: 48 }, client));
  isOver = true;
  await killer;

  for (const status of statuses) expect([200, 500]).toContain(status);
  expect(context.logged.join()).toMatch(/terminating connection|Connection terminated/);
  const { rows } = await context.pool.query(
    "select count(*)::int as kept, count(distinct reference_id)::int as refs from orders",
  );
  const { rows: found } = await context.pool.query("select from orders where transaction_id = any($1)", [accepted]);
  expect(found).toHaveLength(accepted.length);
  expect(rows[0].kept).toBe(rows[0].refs);

  await expect
    .poll(async () => (await context.call("/withdraw", context.withdrawal(), { wrong: true })).status)
    .toBe(200);
  expect((await context.operator("GET", "/ledger")).body.faults).toEqual([]);
});

test("an unexpected error is logged, becomes a 500, and ends no other request", async () => {
  await context.pool.query("alter table nonces rename to nonces_elsewhere");
  const broken = await context.call("/balance", {});
  await context.pool.query("alter table nonces_elsewhere rename to nonces");
  expect([broken.status, broken.body]).toEqual([500, { message: "Internal error" }]);
  expect(context.logged.join()).toContain('relation "nonces" does not exist');
  expect((await context.call("/balance", {})).status).toBe(200);
});
