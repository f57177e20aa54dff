import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client, type Pool } from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openPool } from "@/lib/db/connection";
import { isMigrated } from "@/lib/db/migrate";
import { type MigratorOptions, runPending } from "@/lib/db/migrator";
import { hasSchema, waitForSchema } from "@/lib/db/schema-age";
import { createConsoleDatabase, createDatabase, type TestDatabase } from "../../support/database";
import { scratchFolder } from "../../support/scratch";

/** Migrations of the tests in a folder of their own: a table with rows, and what may come after it. */
const ROWS = 20_000;
const TABLE = `create table orders (id int primary key, amount int);
--> statement-breakpoint
insert into orders select n, n from generate_series(1, ${ROWS}) n;`;

let folder: string;
let database: TestDatabase;
let owner: Client;
let pool: Pool;

beforeEach(async () => {
  folder = await scratchFolder();
  await mkdir(join(folder, "meta"));
  database = await createDatabase();
  owner = await connected();
  pool = openPool(database.url, () => undefined);
});
afterEach(async () => {
  await owner.end();
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function connected() {
  const client = new Client({ connectionString: database.url });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function run(files: Record<string, string>, options: Partial<MigratorOptions> = {}, client = owner) {
  const entries = Object.entries(files).map(([tag, hash], index) => ({ tag, when: index + 1, hash }));
  await writeFile(join(folder, "meta/_journal.json"), JSON.stringify({ entries }));
  for (const [tag, sql] of Object.entries(files)) await writeFile(join(folder, `${tag}.sql`), sql);
  await runPending(client, { folder, lockTimeoutMs: 100, againMs: 50, ...options });
}

async function single(query: string) {
  const { rows } = await pool.query({ text: query, rowMode: "array" });
  return rows[0]?.[0];
}
const recorded = () => single("select count(*)::int from drizzle.__drizzle_migrations");

test("each migration is a unit: what failed is undone, what came before stays, and a second run goes on", async () => {
  await expect(
    run({ a: TABLE, b: "alter table orders add note text; select 1/0", c: "create table later ()" }),
  ).rejects.toThrow("division by zero");
  expect(await recorded()).toBe(1);
  const files = { a: TABLE, b: "alter table orders add note text", c: "create table later ()" };
  await run(files);
  await run(files);
  expect(await recorded()).toBe(3);
  expect(await single("select count(note)::int from orders")).toBe(0);
});

test("a database that another text of a migration has made is refused, and nothing is changed", async () => {
  await run({ a: TABLE });
  const files = { a: `${TABLE}\n-- another build`, b: "create table later ()" };
  await expect(run(files)).rejects.toThrow(/another version \(a differs\).*remove \.data.*docs\/operations\.md/s);
  expect(await recorded()).toBe(1);
  expect(await single("select to_regclass('later')")).toBe(null);
});

test("an older version leaves a database with newer migrations as it is", async () => {
  await run({ a: TABLE, b: "create table later ()" });
  await run({ a: TABLE });
  expect(await recorded()).toBe(2);
});

test("a lock that another transaction holds is not waited for: others go on, and a later attempt succeeds", async () => {
  await run({ a: TABLE });
  const reader = await connected();
  await reader.query("begin; select count(*) from orders");
  const migrated = run({ a: TABLE, b: "alter table orders add note text" });
  let slowestMs = 0;
  for (let query = 0; query < 20; query += 1) {
    const since = performance.now();
    await pool.query("update orders set amount = 0 where id = $1", [query]);
    slowestMs = Math.max(slowestMs, performance.now() - since);
    await pause(30);
  }
  expect(await recorded()).toBe(1);
  await reader.query("commit");
  await migrated;
  await reader.end();
  expect(await recorded()).toBe(2);
  expect(slowestMs).toBeLessThan(1_000);
});

test("who never gets the lock says which migration it was, and has changed nothing", async () => {
  await run({ a: TABLE });
  const reader = await connected();
  await reader.query("begin; select count(*) from orders");
  const b = "create table other (); alter table orders add note text";
  await expect(run({ a: TABLE, b }, { attempts: 2 })).rejects.toThrow("b: got no lock in 2 attempts");
  await reader.end();
  expect(await single("select to_regclass('other')")).toBe(null);
});

const INDEX = "-- outside a transaction\ncreate index concurrently if not exists orders_amount on orders (amount)";

const unfinished = () =>
  single(`select count(*)::int from pg_index i join pg_class c on c.oid = i.indexrelid
    where relname = 'orders_amount' and not indisvalid`);
const untilBegun = () => vi.waitUntil(async () => (await unfinished()) === 1, { timeout: 5_000 });

test("while an index is built, rows are written", async () => {
  await run({ a: TABLE });
  const writer = await connected();
  await writer.query("begin; update orders set amount = 0 where id = 1");
  const migrated = run({ a: TABLE, b: INDEX });
  await untilBegun();
  for (let id = 2; id < 20; id += 1) await pool.query("update orders set amount = amount + 1 where id = $1", [id]);
  expect(await unfinished()).toBe(1);
  await writer.query("commit");
  await migrated;
  await writer.end();
  expect(await unfinished()).toBe(0);
  expect(await recorded()).toBe(2);
});

test("an index whose building was cut off is built again", async () => {
  await run({ a: TABLE });
  const writer = await connected();
  await writer.query("begin; update orders set amount = 0 where id = 1");
  const killed = await connected();
  const { rows } = await killed.query("select pg_backend_pid() as pid");
  const cut = expect(run({ a: TABLE, b: INDEX }, {}, killed)).rejects.toThrow();
  await untilBegun();
  await pool.query("select pg_terminate_backend($1)", [rows[0]?.pid]);
  await cut;
  await writer.query("commit");
  await writer.end();
  expect(await unfinished()).toBe(1);
  await run({ a: TABLE, b: INDEX });
  expect(await unfinished()).toBe(0);
  expect(await recorded()).toBe(2);
});

test("an instance waits for the schema of its version, from an empty database on", async () => {
  expect(await hasSchema(pool)).toBe(false);
  let isStopping = false;
  const waiting = waitForSchema(pool, () => isStopping);
  isStopping = true;
  expect(await waiting).toBe(false);
  const migrated = await createConsoleDatabase();
  const application = openPool(migrated.runtimeUrl);
  expect(await waitForSchema(application, () => false)).toBe(true);
  expect(await isMigrated(migrated.runtimeUrl)).toBe(true);
  expect(await isMigrated(migrated.url)).toBe(false); // The owner should not be the application.
  await application.end();
  await migrated.drop();
});
