import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { Ctx } from "@/lib/auth/context";
import { connect, openPool } from "@/lib/db/connection";
import { CLASSES } from "@/lib/reconciliation/classes";
import { startReconciliation } from "@/lib/reconciliation/commands";
import { addLedgerPart, completeLedger } from "@/lib/reconciliation/ledger-files";
import { getReconciliation, listReconciliationRows } from "@/lib/reconciliation/queries";
import { runReconciliation } from "@/lib/reconciliation/run";
import { PART_BYTES, rowsAsked } from "@/lib/reconciliation/schema";
import { MANY, openSites, type Site, timesOf } from "./sites";

/*
 * A ledger of a million lines against a million orders, beside `sort` and `join` of the same two files in the same run.
 */

const AIMS = { seconds: 60, megabytes: 512, ratio: 6, pageMs: 200 };
const USER = "00000000-0000-4000-8000-00000000000f";
const DAYS = { firstDay: "2026-06-01", lastDay: "2026-06-30" };

/** Thirty days of orders. Per mille: 950 completed, 50 failed. What differs is a hash of the order's number. */
const ORDERS = `insert into transactions (environment, reference_id, transaction_id, type, currency, amount, player_id, status,
    status_source, status_at, created_at, first_seen_at, updated_at, ended_at, ended_at_source, end_known_at)
  select 'sandbox', case when is_deposit then 'DP-' else 'WD-' end || upper(substr(md5('r' || n), 1, 16)), md5('t' || n)::uuid::text,
    case when is_deposit then 'DEPOSIT' else 'WITHDRAW' end, case when n % 10 = 0 then 'THB' else 'JPY' end,
    case when n % 10 = 0 then (1 + n % 90000) * 0.25 else 100 + n % 900000 end, 'player-' || n % 50000,
    case when n % 20 = 7 then 'FAILED' else 'COMPLETED' end, 'query', at, at, at, at, at, 'service', at
  from (select n, n % 2 = 0 as is_deposit, timestamptz '2026-06-01 00:30+09' + n * (interval '29 days 22 hours' / $1::int) as at
    from generate_series(0, $1::int - 1) n) numbered`;

/** Per thousand orders 4 have no line, 3 another amount, 5 of the failed ones are booked; one line in a thousand has no order. */
const LEDGER = `select case when n % 1000 in (11, 13) then 'XX-' || n else reference_id end as reference,
    case type when 'DEPOSIT' then '入金' else '出金' end as type, currency,
    (amount + case when n % 1000 in (501, 502, 503) then 1 else 0 end)::text as amount,
    case when status = 'COMPLETED' or n % 200 = 7 then '計上済' else '未計上' end as state,
    to_char(ended_at at time zone 'Asia/Tokyo', 'YYYY-MM-DD HH24:MI:SS') as at
  from (select row_number() over (order by ended_at) - 1 as n, t.* from transactions t) numbered
  where n % 1000 not in (21, 22, 23, 24) order by md5(reference_id)`;

async function fill(client: Client, rows: number): Promise<void> {
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = 'transactions'::regclass and not exists (select from pg_constraint where conindid = indexrelid)`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(ORDERS, [rows]);
  for (const { made } of indexes) await client.query(made);
  await client.query(
    "insert into users (id, email, name, role, password_hash) values ($1, 'f@bench.example', 'f', 'finance', 'none')",
    [USER],
  );
  await client.query("vacuum (analyze) transactions");
}

/** Writes what a query says as lines, which pass through this process without remaining in it. */
async function writeLines(client: Client, file: string, header: string | null, query: string): Promise<void> {
  const out = createWriteStream(file);
  if (header !== null) out.write(`${header}\n`);
  await pipeline(client.query(copyTo(`copy (${query}) to stdout with (format csv)`)), out);
}

async function upload(ctx: Ctx, file: string) {
  const fileId = randomUUID();
  let part = 0;
  for await (const bytes of createReadStream(file, { highWaterMark: PART_BYTES })) {
    const kept = await addLedgerPart(ctx, { fileId, name: "ledger.csv", part, bytes });
    if (!kept.ok) throw new Error(kept.error.kind);
    part += 1;
  }
  const whole = await completeLedger(ctx, { fileId });
  if (!whole.ok) throw new Error(whole.error.kind);
  return whole.value;
}

/** Memory of this process, and the largest of a connection's own, in megabytes; the latter on Linux alone. */
function watchMemory({ client }: Site) {
  const most = { process: 0, connection: 0 };
  const look = async () => {
    most.process = Math.max(most.process, process.memoryUsage().rss / 1e6);
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database()",
    );
    if (process.platform !== "linux") return;
    for (const { pid } of rows) {
      try {
        const kilobytes = Number(/RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
        most.connection = Math.max(most.connection, kilobytes / 1e3);
      } catch (error) {
        // The connection has ended since.
        if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
      }
    }
  };
  let last = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(look);
  }, 200);
  return async () => {
    clearInterval(timer);
    await last;
    return most;
  };
}

const seconds = (since: number) => (performance.now() - since) / 1000;
let missed = 0;
const say = (name: string, figure: string, holds: boolean) => {
  if (!holds) missed += 1;
  console.log(`${name.padEnd(38)}${figure} ${holds ? "✓" : "✗"}`);
};

const folder = await mkdtemp(join(tmpdir(), "choba-reconciliation-"));
const sites = await openSites();
const site = await sites.open("reconciliation", MANY, "finance", fill);
// What a site records of its queries would be this measurement's own memory.
const pool = openPool(site.url);
const ctx = { ...site.ctx, db: connect(pool), actor: { ...site.ctx.actor, id: USER } } as Ctx;
const job = { ...ctx, actor: { kind: "job", id: "reconcile", name: "reconcile" } } as Ctx;
const ledger = join(folder, "ledger.csv");
const orders = join(folder, "orders.csv");
await writeLines(site.client, ledger, "参照番号,種別,通貨,金額,状態,計上日時", LEDGER);
await writeLines(
  site.client,
  orders,
  null,
  "select reference_id, type, currency, amount::text, status from transactions order by md5(transaction_id)",
);
console.log(`\nReconciliation: a ledger of ${MANY.toLocaleString("en")} lines beside as many orders`);

const env = { ...process.env, LC_ALL: "C" };
const began = performance.now();
for (const file of [ledger, orders])
  execFileSync("sort", ["-t,", "-k1,1", "-S128M", "-o", `${file}.sorted`, file], { env });
execFileSync("sh", ["-c", `join -t, -a1 -a2 '${ledger}.sorted' '${orders}.sorted' > '${folder}/joined'`], { env });
const plain = seconds(began);

const uploaded = performance.now();
const file = await upload(ctx, ledger);
const uploadSeconds = seconds(uploaded);
const mapping = { ...file.mapping, bookedWords: ["計上済"] };
const memory = watchMemory(site);
const run = await startReconciliation(ctx, { fileIds: [file.fileId], ...DAYS, mapping });
if (!run.ok) throw new Error(run.error.kind);
const started = performance.now();
const steps: number[] = [];
const stepOf = setInterval(async () => {
  const view = await getReconciliation(ctx, run.value);
  if (view?.state === "matching" && steps.length === 0) steps.push(seconds(started));
}, 500);
await runReconciliation(job, run.value);
clearInterval(stepOf);
const took = seconds(started);
const most = await memory();
const view = await getReconciliation(ctx, run.value);
if (view?.state !== "done") throw new Error(`the run is ${view?.state} ${view?.failure ?? ""}`);

say("sort + join of the two files", `${plain.toFixed(1)} s`, true);
say("upload in parts, beside it", `${uploadSeconds.toFixed(1)} s`, true);
say(
  "import and matching",
  `${took.toFixed(1)} s (import ${(steps[0] ?? Number.NaN).toFixed(1)} s)`,
  took <= AIMS.seconds,
);
say("ratio", `${(took / plain).toFixed(1)} ×`, took / plain <= AIMS.ratio);
say("memory of the process", `${most.process.toFixed(0)} MB`, most.process <= AIMS.megabytes);
say("memory of the connection", `${most.connection.toFixed(0)} MB`, most.connection <= AIMS.megabytes);
for (const one of CLASSES) {
  const count = (view.figures?.classes ?? [])
    .filter((figures) => figures.class === one)
    .reduce((sum, figures) => sum + figures.count, 0);
  const asked = (more: object) => listReconciliationRows(ctx, rowsAsked.parse({ ...run.value, class: one, ...more }));
  const first = await asked({});
  let last = first;
  // Half way down the class.
  const before = (view.figures?.classes ?? [])
    .filter((figures) => CLASSES.indexOf(figures.class) < CLASSES.indexOf(one))
    .reduce((sum, figures) => sum + figures.count, 0);
  const middle = { after: String(before + Math.max(1, Math.floor(count / 2))) };
  last = await asked(middle);
  if (count > 100 && (first?.rows.length !== 50 || last?.rows.length !== 50))
    throw new Error(`a page of ${one} is not full`);
  const [top = 0, half = 0] = await timesOf([() => asked({}), () => asked(middle)], 3);
  say(
    `page of ${one}`,
    `${top.toFixed(1)} ms, half way ${half.toFixed(1)} ms (${count.toLocaleString("en")} rows)`,
    Math.max(top, half) <= AIMS.pageMs,
  );
}
console.log(
  `aims: ≤ ${AIMS.seconds} s, ≤ ${AIMS.megabytes} MB, ≤ ${AIMS.ratio} ×, ≤ ${AIMS.pageMs} ms a page; ${missed} missed`,
);

await pool.end();
await site.close();
await sites.end();
await rm(folder, { recursive: true });
