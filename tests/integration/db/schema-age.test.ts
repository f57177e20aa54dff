import { afterAll, beforeAll, expect, test } from "vitest";
import { openPool } from "@/lib/db/connection";
import { hasSchema } from "@/lib/db/schema-age";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

test("the application's role sees whether the database has every migration, newer ones or too few", async () => {
  const pool = openPool(context.runtimeUrl);
  const rename = (by: string) =>
    context.pool.query(`update drizzle.__drizzle_migrations set created_at = created_at ${by}
      where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`);
  expect(await hasSchema(pool)).toBe(true);
  await rename("+ 1000");
  expect(await hasSchema(pool)).toBe(true);
  await rename("- 1001");
  expect(await hasSchema(pool)).toBe(false);
  await pool.end();
});
