import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect, openPool } from "@/lib/db/connection";
import { startReading } from "@/lib/db/read-snapshot";
import { createDatabase, type TestDatabase } from "../../support/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

test("a reading that is begun and never read gives its connection back when the server ends it", async () => {
  const pool = openPool(database.url, () => undefined, { max: 1, connectionTimeoutMillis: 3_000 });
  const reading = await startReading(connect(pool));
  const { rows } = await reading.db.execute(sql`show idle_in_transaction_session_timeout`);
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: "1min" }]);
  await reading.db.execute(sql`set local idle_in_transaction_session_timeout = '100ms'`);
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  // Ending it a second time does nothing to the connection that came after.
  await reading.end();
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
});
