import type { Pool } from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { GET } from "@/app/api/ready/route";
import { openPool } from "@/lib/db/connection";
import { isMigrated } from "@/lib/db/migrate";
import { hasSchema } from "@/lib/db/schema-age";
import { answerMonitor } from "@/lib/http/monitor-server";
import { migrate } from "@/scripts/lib/migrate.mjs";
import { openTestContext, type TestContext } from "../../support/context";

const urgent = vi.hoisted((): { pool: Pool | null } => ({ pool: null }));
vi.mock("@/lib/db/connection", async (original) => ({
  ...(await original<typeof import("@/lib/db/connection")>()),
  urgentPool: () => urgent.pool,
}));

let context: TestContext;
let pool: Pool;
beforeAll(async () => {
  context = await openTestContext();
  pool = openPool(context.runtimeUrl);
  urgent.pool = pool;
});
afterAll(async () => {
  await pool.end();
  await context.close();
});

const change = (set: string, where = "true") =>
  context.pool.query(`update drizzle.__drizzle_migrations set ${set} where ${where}`);
const ready = async () => {
  const answer = await GET();
  return { status: answer.status, ...(await answer.json()) };
};
/** The same of a process without pages. */
const monitor = () => answerMonitor("GET", "/api/ready");

/** The step of `npm start`, whose refusal is what its terminal shows. */
const migrated = () =>
  migrate({ ...process.env, DATABASE_URL: context.runtimeUrl, MIGRATION_DATABASE_URL: context.url });

test("the application's role sees whether the database has every migration, newer ones or too few", async () => {
  expect(await hasSchema(pool)).toBe(true);
  await context.pool.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) select 'of a newer version', max(created_at) + 1000 from drizzle.__drizzle_migrations",
  );
  expect(await hasSchema(pool)).toBe(true);
  expect(await ready()).toEqual({ status: 200, ready: true });
  expect(await monitor()).toMatchObject({ status: 200, text: "" });
  await migrated();
  await context.pool.query("delete from drizzle.__drizzle_migrations where hash = 'of a newer version'");
  await change("created_at = created_at - 10");
  expect(await hasSchema(pool)).toBe(false);
  expect(await ready()).toMatchObject({ status: 503, because: "database is older than this version" });
  expect(await monitor()).toMatchObject({ status: 503, text: "database is older than this version" });
  await change("created_at = created_at + 10");
});

test("a database whose baseline has another text is neither ready nor migrated", async () => {
  await change("hash = 'x' || hash", "id = 1");
  expect(await hasSchema(pool)).toBe(false);
  expect(await isMigrated(context.runtimeUrl)).toBe(false);
  expect(await ready()).toMatchObject({ status: 503, because: "database was made by another version" });
  await expect(migrated()).rejects.toThrow(/another version \(0000_functions differs\).*remove \.data/);
  await change("hash = substr(hash, 2)", "id = 1");
  expect(await hasSchema(pool)).toBe(true);
  await migrated();
});
