import { setTimeout as pause } from "node:timers/promises";
import { runOnce } from "graphile-worker";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openPool } from "@/lib/db/connection";
import { migrateDatabase } from "@/lib/db/migrate";
import { openTestContext, type TestContext } from "../../support/context";
import { requested } from "../../support/orders";

let context: TestContext;
let runtime: Client;

beforeAll(async () => {
  context = await openTestContext();
  // Rights on the database itself are not copied from the template.
  await migrateDatabase(context.url, "test_runtime");
  await requested(context, { amount: "688,000" });
  runtime = new Client({ connectionString: context.runtimeUrl });
  await runtime.connect();
});
afterAll(async () => {
  await runtime.end();
  await context.close();
});

async function connected(): Promise<Client> {
  const client = new Client({ connectionString: context.url });
  await client.connect();
  return client;
}

/** Not granted; only the owner may; a parameter of superusers; append-only. */
const REFUSED = /^(42501|42P17)$/;

const FORBIDDEN = [
  "set session_replication_role = replica",
  "set session authorization postgres",
  "set role postgres",
  "alter table withdrawals disable trigger all",
  "alter table withdrawals disable trigger as_intended",
  "alter table audit_events disable trigger append_only",
  "drop trigger append_only on audit_events",
  "create trigger mine before insert on transactions for each row execute function refuse_change()",
  "create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'",
  "drop function link_audit_lines(integer) cascade",
  "truncate transactions cascade",
  "truncate audit_events cascade",
  "truncate graphile_worker._private_jobs",
  "alter table transactions add column mine text",
  "alter table transactions drop column amount",
  "alter table transactions owner to current_user",
  "drop table notes",
  "drop schema public cascade",
  "create table mine (id int)",
  "create temporary table mine (id int)",
  "create schema mine",
  "create view mine as select 1",
  "create index mine on transactions (amount)",
  "create extension pg_trgm",
  "create role mine",
  "alter role test_runtime superuser",
  "grant postgres to test_runtime",
  "update withdrawals set destination_account = '9999999'",
  "update deposits set payer_account = '9999999'",
  "delete from withdrawals",
  "delete from transactions",
  "delete from users",
  "update approvals set decision = 'approved'",
  "delete from audit_events",
  "update audit_events set detail = '{}'",
  "insert into audit_links values ('sandbox', 99, 1, '')",
  "update audit_links set hash = ''",
  "delete from audit_links",
  "insert into audit_unlinked values (1, 'sandbox', '')",
  "update audit_unlinked set digest = ''",
  "delete from audit_unlinked",
  "create or replace function graphile_worker.add_jobs(specs graphile_worker.job_spec[], keep boolean) returns setof graphile_worker._private_jobs language sql as 'select null'",
  "update reports set status = 'COMPLETED'",
  "delete from deliveries",
  "insert into graphile_worker.migrations values (99)",
  "copy users to program 'cat'",
  "copy users from '/etc/passwd'",
  "select pg_read_file('PG_VERSION')",
  "select pg_terminate_backend(pid) from pg_stat_activity where usename <> current_user",
  "delete from drizzle.__drizzle_migrations",
];

describe("the application's role", () => {
  test.each(FORBIDDEN)("may not: %s", async (statement) => {
    await runtime.query("begin");
    try {
      await expect(runtime.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(REFUSED) });
    } finally {
      await runtime.query("rollback");
    }
  });

  test("owns nothing, and belongs to no other role", async () => {
    const { rows } = await runtime.query(`
      select (select count(*)::int from pg_class where relowner = r.oid) as relations,
        (select count(*)::int from pg_proc where proowner = r.oid) as functions,
        (select count(*)::int from pg_auth_members where member = r.oid) as roles, rolsuper, rolcreatedb, rolcreaterole
      from pg_roles r where rolname = current_user`);
    const none = { rolsuper: false, rolcreatedb: false, rolcreaterole: false };
    expect(rows).toEqual([{ relations: 0, functions: 0, roles: 0, ...none }]);
  });

  test("functions with their owner's rights have a fixed search path", async () => {
    const { rows } = await context.pool.query(
      "select proname, proconfig from pg_proc where prosecdef and pronamespace = 'public'::regnamespace",
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { proconfig } of rows) expect(proconfig?.join()).toMatch(/^search_path=pg_catalog(, public)?, pg_temp$/);
  });

  test("receives notifications, and adds, takes and finishes jobs", async () => {
    await runtime.query("listen choba_activity");
    await runtime.query("select graphile_worker.add_job('test')");
    const { rowCount } = await runtime.query("update graphile_worker._private_jobs set locked_by = 'me'");
    expect(rowCount).toBeGreaterThan(0);
    await runtime.query("delete from graphile_worker._private_jobs");
    await runtime.query("select graphile_worker.add_job('test')");
    const pgPool = openPool(context.runtimeUrl);
    const done: string[] = [];
    await runOnce({ pgPool, taskList: { test: async () => void done.push("test") } });
    await pgPool.end();
    expect(done).toEqual(["test"]);
  });
});

test("migrating again keeps the rights as they are, and refuses a superuser as the application's role", async () => {
  await migrateDatabase(context.url, "test_runtime");
  await expect(runtime.query("delete from transactions")).rejects.toMatchObject({ code: "42501" });
  await expect(migrateDatabase(context.url, "postgres")).rejects.toThrow("is a superuser");
  await expect(migrateDatabase(context.url, "nobody_of_that_name")).rejects.toThrow("does not exist");
});

/** As a dump holds it. */
const DUMPED = "begin; lock table graphile_worker._private_jobs in access share mode";

test("migrating again waits for nothing that holds the job queue, and jobs are added meanwhile", async () => {
  const dump = await connected();
  await dump.query(DUMPED);
  const migrated = migrateDatabase(context.url, "test_runtime");
  try {
    await runtime.query("set statement_timeout = 1000");
    const isDone = migrated.then(() => true);
    // Until it is done, or for long enough to have come to the rights.
    for (let nth = 0; nth < 30; nth++) {
      await runtime.query("select graphile_worker.add_job('during_the_dump')");
      if (await Promise.race([isDone, pause(100, false)])) break;
    }
    expect(await Promise.race([isDone, pause(5_000, false)])).toBe(true);
  } finally {
    await dump.end();
    await runtime.query("reset statement_timeout");
    await migrated;
  }
});

test("a policy that is missing or another is made, by a migration that steps back from a lock", async () => {
  const [dump, owner] = [await connected(), await connected()];
  await owner.query("drop policy application on graphile_worker._private_jobs");
  await owner.query("alter policy application on graphile_worker._private_tasks using (false)");
  await dump.query(DUMPED);
  const migrated = migrateDatabase(context.url, "test_runtime");
  try {
    // It has come to the lock when it waits for it; then a job waits behind it until it steps back.
    const waiting = `select from pg_locks where mode = 'AccessExclusiveLock' and not granted
      and relation = 'graphile_worker._private_jobs'::regclass`;
    await expect.poll(async () => (await context.pool.query(waiting)).rowCount, { interval: 10 }).toBe(1);
    await owner.query("set statement_timeout = 5000");
    await owner.query("select graphile_worker.add_job('during_the_dump')");
  } finally {
    await Promise.all([dump.end(), owner.end()]);
    await migrated;
  }
  const { rows } = await context.pool.query(
    "select distinct policyname, permissive, cmd, roles::text, qual, with_check from pg_policies where schemaname = 'graphile_worker'",
  );
  const all = { policyname: "application", permissive: "PERMISSIVE", cmd: "ALL", roles: "{public}" };
  expect(rows).toEqual([{ ...all, qual: "true", with_check: "true" }]);
  await runtime.query("select graphile_worker.add_job('after_the_dump')");
});

test("while roles are exchanged both work, and the former one can be dropped", async () => {
  const next = `choba_next_${process.pid}`;
  await context.pool.query(`create role ${next} login password 'next'`);
  await migrateDatabase(context.url, next);
  await runtime.query("select graphile_worker.add_job('of_the_former')");
  const url = new URL(context.url);
  Object.assign(url, { username: next, password: "next" });
  const later = new Client({ connectionString: url.href });
  await later.connect();
  await later.query("select graphile_worker.add_job('of_the_next')");
  const { rows } = await later.query("select task_identifier from graphile_worker.jobs order by 1");
  expect(rows.map((row) => row.task_identifier)).toEqual(expect.arrayContaining(["of_the_former", "of_the_next"]));
  await later.end();

  // As docs/operations.md has it; here the one just made goes, as the other is that of all tests.
  await migrateDatabase(context.url, "test_runtime");
  await context.pool.query(`drop owned by ${next}; drop role ${next}`);
  await runtime.query("select graphile_worker.add_job('after_that')");
});
