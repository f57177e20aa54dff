import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openWorld, type World } from "../../support/context";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

// PostgreSQL's own order for DESC is NULLS FIRST, also where nothing can be null: an index that says otherwise is never
// used for "newest first", and the list is sorted whole for every page.
test("every index that runs backwards serves a query that does", async () => {
  const { rows } = await world.db.execute<{ made: string }>(
    sql`select indexdef as made from pg_indexes where schemaname = 'public' and indexdef like '%DESC%'`,
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.map(({ made }) => made).filter((made) => made.includes("DESC NULLS LAST"))).toEqual([]);
});
