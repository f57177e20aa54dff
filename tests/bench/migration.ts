import { randomBytes, randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { Client, type Pool } from "pg";
import { openPool } from "@/lib/db/connection";
import { type DataMigration, migrateData } from "@/lib/db/data-migrations";
import { listOrders } from "@/lib/transactions/list/list";
import { ordersAsked } from "@/lib/transactions/schema";
import { javascript } from "@/scripts/lib/bundle.mjs";
import { startChild } from "@/scripts/lib/child-processes.mjs";
import { startIngest } from "@/scripts/lib/ingest.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { type AcceptedOrder, makeOrders } from "../faults/flood";
import { callbackFields, signatureOf } from "../support/callback-fields";
import { quantile } from "./figures";
import { fillWithOrders } from "./many-orders";
import { MANY, openSites } from "./sites";

/*
 * A change of the largest table by `npm run migrate` among a million orders, while lists are read and callbacks come in: a
 * column, an index, its rows by the job, a constraint. By name alone: npm run bench -- migration
 */
const AIM_MS = 1_000;
/** Between two reads of a reader, and between two callbacks of a sender. */
const GAP_MS = 20;
const [READERS, SENDERS] = [2, 4];
const REPORT_EVERY_MS = 10_000;
const COLUMN = "bench_reference";

const EXPAND = {
  "9001_column": `ALTER TABLE "transactions" ADD COLUMN "${COLUMN}" text;`,
  "9002_index": `-- outside a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_${COLUMN}" ON "transactions" ("environment", "${COLUMN}");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "transactions_${COLUMN}_party" ON "transactions" ("environment", "party_key", "created_at", "id");`,
};
const CONTRACT = {
  "9003_check": `-- needs data migration: ${COLUMN}
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_${COLUMN}_short" CHECK (length("${COLUMN}") < 200) NOT VALID;`,
  "9004_validate": `ALTER TABLE "transactions" VALIDATE CONSTRAINT "transactions_${COLUMN}_short";`,
};
const ROWS: DataMigration = {
  name: COLUMN,
  batch: async (client, after, size) => {
    const { rows } = await client.query<{ last: string | null }>(
      `with next as (select id from transactions where ($1::uuid is null or id > $1::uuid) order by id limit $2),
         changed as (update transactions t set ${COLUMN} = reference_id from next where t.id = next.id returning t.id)
       select max(id::text) as last from changed`,
      [after, size],
    );
    return rows[0]?.last ?? null;
  },
};

const sites = await openSites();
const site = await sites.open("orders", MANY, "finance", fillWithOrders);
const { connectionString: url = "" } = (site.ctx.db.$client as Pool).options;
const scratch = await mkdtemp(join(tmpdir(), "choba-bench-"));
const folder = join(scratch, "drizzle/migrations");
await cp("drizzle/migrations", folder, { recursive: true });
const secretKey = randomBytes(32).toString("hex");
const env = {
  ...bareSettings(),
  ...{ DATABASE_URL: url, APP_URL: "http://console.test", AUTH_SECRET: randomUUID(), NODE_ENV: "production" },
  PAYMENTS_SANDBOX_BASE_URL: "http://127.0.0.1:1",
  PAYMENTS_SANDBOX_API_KEY: "unused-key",
  PAYMENTS_SANDBOX_SECRET_KEY: secretKey,
};

/** `npm run migrate` with these migrations after those of the project. */
async function migrateWith(more: Record<string, string>) {
  const journal = JSON.parse(await readFile(join(folder, "meta/_journal.json"), "utf8"));
  for (const [tag, text] of Object.entries(more)) {
    const when = Math.max(...journal.entries.map((one: { when: number }) => one.when)) + 1;
    journal.entries.push({ idx: journal.entries.length, version: "7", when, tag, breakpoints: true });
    await writeFile(join(folder, `${tag}.sql`), text);
  }
  await writeFile(join(folder, "meta/_journal.json"), JSON.stringify(journal));
  const child = startChild("node", await javascript("scripts/migrate.ts"), {
    ...{ cwd: scratch, env },
    onLine: (line) => /"migrate: /.test(line) && console.log(`   ${line}`),
  });
  const { ok, how } = await child.exited;
  if (!ok) throw new Error(`the migration did not end (${how}): ${child.lastLines()}`);
}

type Times = { list: number[]; callback: number[] };
const phases: Record<string, Times> = {};
let times: Times = { list: [], callback: [] };
let isOver = false;

async function timed<T>(of: keyof Times, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  const done = await work();
  times[of].push(performance.now() - began);
  return done;
}

const LISTS = ["", "state=COMPLETED", "list=withdrawals", "player=player-77"].map((address) =>
  ordersAsked.parse(Object.fromEntries(new URLSearchParams(address))),
);
async function reader(number: number) {
  for (let turn = number; !isOver; turn += 1) {
    await timed("list", () => listOrders(site.ctx, LISTS[turn % LISTS.length] ?? ordersAsked.parse({})));
    await pause(GAP_MS);
  }
}

/** A report over the whole table, whose lock a migration has to wait for. */
async function reporter() {
  while (!isOver) {
    await site.client.query("select count(*), sum(amount) from transactions where environment = 'sandbox'");
    await pause(REPORT_EVERY_MS);
  }
}

const acknowledged: string[] = [];
let refused = 0;
async function sender(to: string, orders: AcceptedOrder[], number: number) {
  for (let turn = number; !isOver; turn += SENDERS) {
    const order = orders[turn % orders.length];
    if (!order) return;
    const mark = randomUUID();
    const fields = { ...callbackFields(order), mark };
    const headers = { "content-type": "application/json", "x-signature": signatureOf(fields, secretKey) };
    const sent = { method: "POST", body: JSON.stringify(fields), headers };
    const { status } = await timed("callback", () => fetch(new URL(order.path, to), sent));
    if (status === 200) acknowledged.push(mark);
    else refused += 1;
    await pause(GAP_MS);
  }
}

async function phase(name: string, work: () => Promise<unknown>) {
  times = { list: [], callback: [] };
  phases[name] = times;
  const began = performance.now();
  await work();
  console.log(`  ${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

console.log(`\nMigration of ${MANY} orders under load: ${READERS} readers, ${SENDERS} senders of callbacks, a report`);
const orders = await makeOrders(site.client, 500);
const ingest = await startIngest({ env, port: 0 });
const jobs = openPool(url);
const load = Promise.all([
  ...Array.from({ length: READERS }, (_, number) => reader(number)),
  ...Array.from({ length: SENDERS }, (_, number) => sender(ingest.url, orders, number)),
  reporter(),
]);
await phase("nothing is migrated", () => pause(10_000));
await phase("a column and two indexes", () => migrateWith(EXPAND));
await phase("all rows, by the job", () => migrateData(jobs, [ROWS], { until: () => false }));
await phase("a constraint, validated", () => migrateWith(CONTRACT));
isOver = true;
await load;

const lookup = new Client({ connectionString: url });
await lookup.connect();
const { rows: kept } = await lookup.query<{ mark: string }>(
  `select convert_from(body, 'utf8')::jsonb ->> 'mark' as mark from deliveries where transaction_row = any($1)`,
  [orders.map(({ row }) => row)],
);
const { rows: left } = await lookup.query(`select count(*)::int as n from transactions where ${COLUMN} is null`);
await lookup.end();
const marks = new Set(kept.map(({ mark }) => mark));
const lost = acknowledged.filter((mark) => !marks.has(mark)).length;

const longestOf = (of: number[]) => of.reduce((a, b) => Math.max(a, b), 0);
const drawn = (of: number[]) =>
  `${String(of.length).padStart(6)} × median ${quantile(of, 0.5).toFixed(0)} ms, p99 ${quantile(of, 0.99).toFixed(0)}, longest ${longestOf(of).toFixed(0)}`;
for (const [name, { list, callback }] of Object.entries(phases)) {
  console.log(`  ${name.padEnd(24)} lists ${drawn(list)}\n${" ".repeat(27)}callbacks ${drawn(callback)}`);
}
const longest = longestOf(Object.values(phases).flatMap(({ list, callback }) => [...list, ...callback]));
const isMet = longest <= AIM_MS && lost === 0 && refused === 0 && left[0]?.n <= orders.length;
console.log(
  `  longest ${longest.toFixed(0)} ms (aim ≤ ${AIM_MS}); ${acknowledged.length} callbacks acknowledged, ${lost} lost, ` +
    `${refused} refused; ${left[0]?.n} rows left  ${isMet ? "✓" : "✗"}`,
);

await jobs.end();
await ingest.stop();
await site.close();
await sites.end();
await rm(scratch, { recursive: true });
if (!isMet) process.exitCode = 1;
