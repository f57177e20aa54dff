import { Pool } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
let pool: Pool;
beforeAll(async () => {
  context = await openTestContext();
  pool = new Pool({ connectionString: context.url, max: 1 });
});
afterAll(async () => {
  await pool.end();
  await context.close();
});

/** As in another bundle of the same process. */
async function loaded() {
  vi.resetModules();
  return (await import("@/lib/db/named-statements")).withNamedStatements;
}

test("two loads of the module name their statements over one session without a collision", async () => {
  const [one, other] = [await loaded(), await loaded()];
  const client = await pool.connect();
  const first = one(client);
  const second = other(client);
  expect((await first.query({ text: "select $1::int as a", values: [1] })).rows).toEqual([{ a: 1 }]);
  expect((await second.query({ text: "select $1::int as b", values: [2] })).rows).toEqual([{ b: 2 }]);
  expect((await first.query({ text: "select $1::int as b", values: [3] })).rows).toEqual([{ b: 3 }]);
  const { rows } = await client.query("select count(*)::int as count from pg_prepared_statements");
  expect(rows).toEqual([{ count: 2 }]);
  client.release();
});
