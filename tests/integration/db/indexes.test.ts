import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

// PostgreSQL's own order for DESC is NULLS FIRST, also where nothing can be null: an index that says otherwise is never
// used for "newest first", and the list is sorted whole for every page.
test("every index that runs backwards serves a query that does", async () => {
  const { rows } = await context.db.execute<{ made: string }>(
    sql`select indexdef as made from pg_indexes where schemaname = 'public' and indexdef like '%DESC%'`,
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.map(({ made }) => made).filter((made) => made.includes("DESC NULLS LAST"))).toEqual([]);
});
