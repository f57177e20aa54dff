import { rm } from "node:fs/promises";
import { join } from "node:path";
import { inspect } from "node:util";
import { eq, sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { notifications } from "@/drizzle/schema/notifications";
import { type Ctx, Forbidden } from "@/lib/auth/context";
import { readMerchantDatabase } from "@/lib/db/merchant-database";
import { detectNotifications } from "@/lib/notifications/detect";
import type { LedgerMapping } from "@/lib/reconciliation/ledger-mapping";
import { runLedgerSource, saveLedgerSource, testLedgerSource } from "@/lib/reconciliation/ledger-source/commands";
import { getLedgerSource } from "@/lib/reconciliation/ledger-source/queries";
import { readLedgerSource, startLedgerSources } from "@/lib/reconciliation/ledger-source/run-source";
import { saveSourceInput } from "@/lib/reconciliation/ledger-source/schema";
import { RETRY_MS } from "@/lib/reconciliation/ledger-source/state";
import { getReconciliation, listReconciliations } from "@/lib/reconciliation/queries";
import { runReconciliation } from "@/lib/reconciliation/run";
import { runsAsked } from "@/lib/reconciliation/schema";
import { freePort } from "@/scripts/lib/ports.mjs";
import { type Postgres, startPostgres } from "@/scripts/lib/postgres.mjs";
import { openTestContext, type TestContext } from "../../support/context";
import { reportOrders } from "../../support/reconciliation";
import { memoryFolder } from "../../support/scratch";

const DAY = "2024-06-03";
const ROWS = 2_500;
const PASSWORD = "never-to-be-shown";

/** The merchant's own server: another cluster than that of the console. */
let merchant: Postgres;
let scratch = "";
let url = "";
let context: TestContext;
const addressWith = (change: (address: URL) => void) => {
  const address = new URL(url);
  change(address);
  return address.href;
};

beforeAll(async () => {
  scratch = await memoryFolder();
  merchant = await startPostgres({
    folder: join(scratch, "merchant"),
    port: await freePort(),
    settings: ["fsync=off", "shared_buffers=16MB"],
  });
  await merchant.ensureDatabase("shop");
  const owner = new Client({ connectionString: merchant.url("shop") });
  await owner.connect();
  await owner.query(`
    create table ledger (ref text, kind text, amount numeric(12, 2), booked_at timestamptz, player text);
    insert into ledger select 'L-' || n, 'deposit', 1000 + n, '${DAY} 09:00+09'::timestamptz + n * interval '1 second', 'p, "' || n
      from generate_series(1, ${ROWS}) n;
    insert into ledger values ('L-other', 'deposit', 1, '2024-06-04 00:00+09', 'p');
    create function sneak() returns int language sql volatile as 'insert into ledger (ref) values (''sneaked'') returning 1';
    create role reader login password '${PASSWORD}';
    grant select, insert on ledger to reader;`);
  await owner.end();
  url = merchant.url("shop");
  url = addressWith((address) => {
    address.username = "reader";
    address.password = PASSWORD;
  });
  context = await openTestContext(undefined, { ledgerDatabase: { url, statementSeconds: 1 } });
  context.clock.now = new Date("2024-06-04T06:30:00+09:00");
});
afterAll(async () => {
  await context.close();
  await merchant.stop();
  await rm(scratch, { recursive: true });
});
beforeEach(async () => {
  await context.db.execute(sql`truncate ledger_source_runs, notifications cascade`);
});

const QUERY = `select ref as reference_id, kind as type, 'JPY' as currency, amount, booked_at, player
  from ledger, period where booked_at >= period.from_at and booked_at < period.before_at order by ref;`;
const MAPPING: LedgerMapping = {
  columns: { referenceId: 0, type: 1, currency: 2, amount: 3, bookedAt: 4, playerId: 5 },
  always: {},
  bookedWords: [],
  rule: "none",
  basis: "ordered",
};

/** A query in force that was never tested, as one that stopped working after it was saved. */
async function inForce(query: string, runAt: string | null = null, savedAt = new Date()) {
  const admin = await context.as("admin");
  await context.db.execute(sql`
    insert into ledger_sources (environment, version, query, header, mapping, run_at, saved_by, saved_at)
    select 'sandbox', coalesce(max(version), 0) + 1, ${query}, '["reference_id","type","currency","amount","booked_at","player"]',
      ${JSON.stringify(MAPPING)}::jsonb, ${runAt}, ${admin.actor.id}, ${savedAt} from ledger_sources`);
}

/** Runs the query in force and returns what became of it. */
async function ran({ db = "as configured" as Ctx["ledgerDatabase"] | "as configured" } = {}) {
  context.clock.now = new Date(context.clock.now.getTime() + 1_000);
  const begun = await runLedgerSource(await context.as("finance"), { firstDay: DAY, lastDay: DAY });
  if (!begun.ok) throw new Error(begun.error.kind);
  const job = await context.as("job");
  await readLedgerSource(db === "as configured" ? job : { ...job, ledgerDatabase: db }, begun.value);
  return (await getLedgerSource(await context.as("finance"))).runs[0]!;
}

async function openNotifications() {
  await detectNotifications(await context.as("job"));
  const rows = await context.db.select().from(notifications);
  return rows.flatMap(({ event, endedAt }) => (event === "ledger_source_failed" && endedAt === null ? event : []));
}

const held = async () => {
  const { rows } = await context.db.execute<Record<string, number>>(sql`
    select (select count(*)::int from ledger_files) as files, (select count(*)::int from ledger_file_parts) as parts,
      (select count(*)::int from reconciliation_runs) as runs`);
  return rows[0];
};

test("an admin tests and saves a query; a run reads it as an uploaded ledger, and the next one supersedes it", async () => {
  const [admin, finance, job] = [await context.as("admin"), await context.as("finance"), await context.as("job")];
  await expect(testLedgerSource(finance, { query: QUERY })).rejects.toThrow(Forbidden);
  const preview = await testLedgerSource(admin, { query: QUERY });
  expect(preview).toMatchObject({
    ok: true,
    value: {
      header: ["reference_id", "type", "currency", "amount", "booked_at", "player"],
      mapping: { columns: MAPPING.columns },
    },
  });
  if (!preview.ok) return;
  expect(preview.value.rows).toHaveLength(20);
  expect(preview.value.rows[0]).toEqual(["L-1", "deposit", "JPY", "1001.00", `${DAY} 09:00:01+09:00`, 'p, "1']);
  const saving = { seen: null, query: QUERY, mapping: MAPPING, runAt: null };
  expect(await saveLedgerSource(admin, saving)).toMatchObject({ ok: true, value: { version: 1 } });
  // Its answer was lost.
  expect(await saveLedgerSource(admin, saving)).toMatchObject({ ok: true, value: { version: 1 } });
  // Another window still shows what was there before.
  expect(await saveLedgerSource(admin, { ...saving, runAt: "06:00" })).toEqual({
    ...{ ok: false, error: { kind: "changed_meanwhile" } },
  });

  await reportOrders(
    context,
    Array.from({ length: ROWS }, (_, nth) => ({
      ...{ referenceId: `L-${nth + 1}`, transactionId: `T-${nth + 1}`, type: "DEPOSIT" as const, currency: "JPY" },
      ...{ amount: String(1001 + nth), status: "COMPLETED", playerId: "p", endedAt: `${DAY}T03:00:00.000Z` },
    })),
  );
  const first = await ran();
  expect(first).toMatchObject({ state: "done", rows: ROWS, trigger: "person", by: finance.actor.name, failure: null });
  await runReconciliation(job, { runId: first.runId! });
  expect(await getReconciliation(finance, { runId: first.runId! })).toMatchObject({
    ...{ state: "done", rows: ROWS, brokenRows: 0, isScheduled: false },
    figures: { classes: [{ class: "matched", currency: "JPY", count: ROWS }] },
  });
  const second = await ran();
  await runReconciliation(job, { runId: second.runId! });
  expect(await getReconciliation(finance, { runId: first.runId! })).toMatchObject({ supersededBy: second.runId });
});

test.each([
  ["a function that writes", "select sneak()", "write_refused"],
  [
    "a WITH that writes",
    "with w as (insert into ledger (ref) values ('w') returning ref) select * from w",
    "query_failed",
  ],
  [
    "a second statement",
    "select 1) x; insert into ledger (ref) values ('second'); select * from (select 1",
    "query_failed",
  ],
  ["an end of the transaction", "select 1) x; commit; select * from (select 1", "query_failed"],
  [
    "a change of the transaction's mode",
    "select set_config('transaction_read_only', 'off', true), sneak()",
    "query_failed",
  ],
  ["a query of many seconds", "select pg_sleep(30)", "timeout"],
  ["a query that is none", "select nothing", "query_failed"],
])("%s is refused, and changes nothing over there", async (_name, query, kind) => {
  const admin = await context.as("admin");
  const begun = Date.now();
  expect(await testLedgerSource(admin, { query })).toMatchObject({ ok: false, error: { kind } });
  expect(await saveLedgerSource(admin, { seen: 1, query, mapping: MAPPING, runAt: null })).toMatchObject({ ok: false });
  expect(Date.now() - begun).toBeLessThan(8_000);
  const owner = new Client({ connectionString: merchant.url("shop") });
  await owner.connect();
  const { rows } = await owner.query("select count(*)::int as count from ledger");
  await owner.end();
  expect(rows).toEqual([{ count: ROWS + 1 }]);
});

test("only one query that begins with SELECT or WITH is taken", () => {
  const problem = (query: string) =>
    saveSourceInput.safeParse({ seen: null, query, mapping: MAPPING, runAt: null }).error?.issues[0]?.message;
  expect(["delete from ledger", "/* select */ update x", "", "x".repeat(20_001)].map(problem)).toEqual([
    ...["selectQuery", "selectQuery", "required", "selectQuery"],
  ]);
  expect(["-- a ledger\nSELECT 1", "with a as (select 1) select * from a"].map(problem)).toEqual([
    undefined,
    undefined,
  ]);
});

test("a connection that is lost in the middle leaves nothing, and finance is notified until a reading succeeds", async () => {
  const before = await held();
  await inForce(
    QUERY.replace(
      "select ref",
      `select case when ref = 'L-2000' and pg_terminate_backend(pg_backend_pid()) then ref else ref end`,
    ),
  );
  expect(await ran()).toMatchObject({ state: "failed", failure: "connection_lost", rows: 0, runId: null });
  expect(await held()).toEqual(before);
  expect(await openNotifications()).toHaveLength(1);
  await inForce(QUERY);
  expect(await ran()).toMatchObject({ state: "done" });
  expect(await openNotifications()).toEqual([]);
});

test("neither answers, records nor errors hold the address or its password", async () => {
  await inForce(QUERY);
  const nowhere = addressWith((address) => {
    address.port = "1";
  });
  const wrong = addressWith((address) => {
    address.password = `${PASSWORD}-wrong`;
  });
  const tried = [];
  for (const [address, failure] of [
    [nowhere, "unreachable"],
    [wrong, "access_denied"],
    [merchant.url("shop"), "superuser"],
  ] as const) {
    const run = await ran({ db: { url: address, statementSeconds: 1 } });
    expect(run).toMatchObject({ state: "failed", failure, message: null });
    const { from, before } = { from: new Date(), before: new Date() };
    const period = { firstDay: DAY, lastDay: DAY, from, before };
    const reading = readMerchantDatabase({ url: address, query: "select 1", period, statementSeconds: 1 });
    tried.push(inspect(await reading.next().catch((error: unknown) => error), { depth: 9 }));
  }
  const { rows } = await context.db.execute(sql`
    select to_jsonb(a)::text as text from audit_events a union all select to_jsonb(r)::text from ledger_source_runs r`);
  const view = await getLedgerSource(await context.as("admin"));
  const text = JSON.stringify([tried, rows, view]);
  for (const secret of [PASSWORD, "127.0.0.1", new URL(merchant.url("shop")).password])
    expect(text).not.toContain(secret);
});

test("the schedule reads the day before once, again after a failure, and takes up what a dead process left", async () => {
  const job = await context.as("job");
  const runs = async () => (await getLedgerSource(await context.as("finance"))).runs;
  const work = async () => {
    await startLedgerSources(job);
    for (const { sourceRunId, state } of await runs())
      if (state === "running") await readLedgerSource(job, { sourceRunId });
  };
  await inForce("select nothing", "06:31");
  await work();
  expect(await runs()).toEqual([]);
  const later = (minutes: number) => {
    context.clock.now = new Date(context.clock.now.getTime() + minutes * 60_000);
  };
  later(1);
  // Two instances begin it, and one does.
  await Promise.all([startLedgerSources(job), startLedgerSources(await context.as("job"))]);
  expect(await runs()).toMatchObject([{ state: "running", trigger: "schedule", by: null, firstDay: DAY }]);
  await work();
  await work();
  expect(await runs()).toMatchObject([{ state: "failed", failure: "query_failed" }]);
  await inForce(QUERY, "06:31");
  later(10);
  await work();
  await work();
  later(60);
  await work();
  const [done, ...others] = await runs();
  expect(others).toHaveLength(1);
  expect(done).toMatchObject({ state: "done", rows: ROWS });
  const { rows } = await listReconciliations(await context.as("finance"), runsAsked.parse({}));
  expect(rows.find(({ runId }) => runId === done!.runId)).toMatchObject({ isScheduled: true });
});

test("a scheduled reading whose run fails is a failed one: it is notified, and tried again three times in all", async () => {
  const job = await context.as("job");
  const runs = async () => (await getLedgerSource(await context.as("finance"))).runs;
  const failures = () => context.db.$count(auditEvents, eq(auditEvents.action, "ledger_source.failed"));
  const work = async () => {
    context.clock.now = new Date(context.clock.now.getTime() + RETRY_MS);
    await startLedgerSources(job);
    const [newest] = await runs();
    if (newest?.state !== "running") return;
    await readLedgerSource(job, newest);
    const { runId } = (await runs())[0]!;
    await runReconciliation(job, { runId: runId! });
  };
  // The column is still there, and holds words.
  await inForce(QUERY.replace("amount,", "'about ' || amount as amount,"), "06:31");
  const before = await failures();
  await work();
  const failed = { state: "failed", failure: "not_reconciled", trigger: "schedule", rows: ROWS };
  expect(await runs()).toMatchObject([failed]);
  const { runId } = (await runs())[0]!;
  expect(await getReconciliation(await context.as("finance"), { runId: runId! })).toMatchObject({
    state: "failed",
    failure: "unreadable",
  });
  expect(await failures()).toBe(before + 1);
  expect(await openNotifications()).toHaveLength(1);
  for (let more = 0; more < 3; more += 1) await work();
  expect(await runs()).toMatchObject([failed, failed, failed]);
  expect(await openNotifications()).toHaveLength(1);
  await inForce(QUERY);
  expect(await ran()).toMatchObject({ state: "done" });
  expect(await openNotifications()).toEqual([]);
});

test("a day that is due late in the evening is read after midnight: again where it failed, and where no process was up", async () => {
  const job = await context.as("job");
  const runs = async () => (await getLedgerSource(await context.as("finance"))).runs;
  const workAt = async (time: string) => {
    context.clock.now = new Date(time);
    await startLedgerSources(job);
    for (const { sourceRunId, state } of await runs())
      if (state === "running") await readLedgerSource(job, { sourceRunId });
  };
  await inForce("select nothing", "23:55", new Date("2024-07-03T12:00:00+09:00"));
  // It was due before the query was saved.
  await workAt("2024-07-03T12:01:00+09:00");
  expect(await runs()).toEqual([]);
  await workAt("2024-07-03T23:55:00+09:00");
  await workAt("2024-07-04T00:05:00+09:00");
  await workAt("2024-07-04T00:15:00+09:00");
  await workAt("2024-07-04T00:25:00+09:00");
  const failed = { state: "failed", firstDay: "2024-07-02" };
  expect(await runs()).toMatchObject([failed, failed, failed]);

  await workAt("2024-07-05T08:00:00+09:00");
  await workAt("2024-07-05T23:55:00+09:00");
  expect((await runs()).slice(0, -3)).toMatchObject([{ firstDay: "2024-07-04" }, { firstDay: "2024-07-03" }]);
});

test("a query whose columns have changed is not read by its old mapping", async () => {
  await inForce(QUERY.replace("ref as reference_id, kind as type", "kind as type, ref as reference_id"));
  const before = await held();
  expect(await ran()).toMatchObject({ state: "failed", failure: "header_differs" });
  expect(await held()).toEqual(before);
});

test("a row with a line break in a text is compared as one row", async () => {
  const player = String.raw`case ref when 'L-1' then E'p\nq' when 'L-10' then E'p\r\nq' else E'p\rq' end as player`;
  await inForce(QUERY.replace("player\n", `${player}\n`).replace(";", " limit 3"));
  const { runId } = await ran();
  await runReconciliation(await context.as("job"), { runId: runId! });
  const view = await getReconciliation(await context.as("finance"), { runId: runId! });
  expect(view).toMatchObject({ state: "done", rows: 3, brokenRows: 0 });
  const { rows } = await context.db.execute(sql`
    select distinct player_id, booked_at is not null as "hasTime" from ledger_rows where run_id = ${runId}`);
  expect(rows).toEqual([{ player_id: "p q", hasTime: true }]);
});
