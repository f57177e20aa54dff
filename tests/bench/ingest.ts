import { execFile, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { Client } from "pg";
import { ensureBuilt } from "@/scripts/lib/build.mjs";
import { startIngest } from "@/scripts/lib/ingest.mjs";
import { migrate } from "@/scripts/lib/migrate.mjs";
import { startConsole } from "@/scripts/lib/next.mjs";
import { freePort, HOST } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { ROOT } from "@/scripts/lib/root.mjs";
import { secretsIn } from "@/scripts/lib/secrets.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { callbackFields, signatureOf } from "../support/callback-fields";
import { startBarePage } from "./bare-page";
import { flushesOf } from "./disk";
import { median, quantile } from "./figures";
import type { Sending, Sent } from "./senders";

/** Times pgbench that insert the same rows, one a transaction, with as many clients as there are senders. */
const AIMS: Record<number, number | null> = { 8: 0.45, 32: 1, 128: null };
const P99_MS = 50;
/** Times a bare Next handler that reads the body and keeps nothing. */
const ROUTE_AIM = 0.7;

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 3);
const FLUSHED_SECONDS = 10;
const ORDERS = 2_000;

try {
  execFileSync("pgbench", ["--version"]);
} catch {
  console.log("\nIngestion: not measured, there is no pgbench on this machine (Debian: postgresql-contrib).");
  process.exit(0);
}

const secretKey = randomBytes(32).toString("hex");
const scratch = await mkdtemp(join(tmpdir(), "choba-bench-"));
// Durable, as it would be in earnest: every commit is on the disk before anybody hears of it.
const durable = ["fsync=on", "synchronous_commit=on", "full_page_writes=on", "max_connections=300"];
const postgres = await startPostgres({ folder: join(scratch, "postgres"), port: await freePort(), settings: durable });
await postgres.ensureDatabase("bench");
const url = postgres.url("bench");
const port = await freePort();
const env = {
  ...bareSettings(),
  ...secretsIn(join(ROOT, ".data")),
  DATABASE_URL: url,
  APP_URL: `http://${HOST}:${port}`,
  JOBS: "off",
  PAYMENTS_SANDBOX_BASE_URL: "http://127.0.0.1:1",
  PAYMENTS_SANDBOX_API_KEY: "unused-key",
  PAYMENTS_SANDBOX_SECRET_KEY: secretKey,
};
await migrate(env);

/** Orders that the service may tell us about, each with an address of its own. */
async function makeOrders(): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ token: string; reference_id: string; transaction_id: string }>(
    `insert into transactions (environment, reference_id, transaction_id, type, currency, amount, submission, status,
       callback_token, created_at, updated_at)
     select 'sandbox', 'bench-' || n, gen_random_uuid(), 'WITHDRAW', 'JPY', 12000, 'accepted', 'SUCCESS',
       replace(gen_random_uuid()::text, '-', ''), now(), now()
     from generate_series(1, ${ORDERS}) n returning callback_token as token, reference_id, transaction_id`,
  );
  await client.query("analyze transactions");
  await client.end();
  return rows.map(({ token, reference_id: referenceId, transaction_id: transactionId }) => {
    const fields = callbackFields({ referenceId, transactionId });
    const body = JSON.stringify(fields);
    return [
      `POST /api/callbacks/sandbox/${token} HTTP/1.1`,
      "host: console.example",
      "user-agent: bench",
      "content-type: application/json",
      `x-signature: ${signatureOf(fields, secretKey)}`,
      `content-length: ${Buffer.byteLength(body)}`,
      `\r\n${body}`,
    ].join("\r\n");
  });
}
const callbacks = await makeOrders();

async function send(to: string, senders: number, requests = callbacks): Promise<Sent> {
  const { hostname: host, port } = new URL(to);
  const script = join(ROOT, "tests/bench/senders.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script], { stdio: ["pipe", "pipe", "inherit"] });
  const sending: Sending = { host, port: Number(port), senders, seconds: SECONDS, requests };
  child.stdin.end(JSON.stringify(sending));
  const [said] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return JSON.parse(said);
}

/** The same rows into the same table, with its indexes and its reference: one insert, one commit. */
const script = join(scratch, "insert.sql");
await writeFile(
  script,
  `\\set n random(1, ${ORDERS})
insert into deliveries (id, environment, transaction_row, received_at, source_address, headers, body, signature, answered)
select gen_random_uuid(), 'sandbox', transaction_row, now(), '127.0.0.1', headers, body, 'valid', 200
from bench_rows where n = :n;
`,
);

/** What the ingest process makes of the callbacks, ready to be inserted. */
async function makeRows(): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("create table bench_rows (n int primary key, transaction_row uuid, headers jsonb, body bytea)");
  const rows = callbacks.map(asRow);
  await client.query(
    `insert into bench_rows select came.n, t.id, came.headers, came.body
     from unnest($1::text[], $2::jsonb[], $3::bytea[]) with ordinality as came (token, headers, body, n)
     join transactions t on t.callback_token = came.token`,
    [rows.map(({ token }) => token), rows.map(({ headers }) => headers), rows.map(({ body }) => body)],
  );
  await client.query("analyze bench_rows");
  await client.end();
}
await makeRows();

function asRow(request: string) {
  const [head = "", said = ""] = request.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const named = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
  return { token: /([\w-]+) HTTP/.exec(first)?.[1], headers: JSON.stringify(named), body: Buffer.from(said) };
}

type Rate = Pick<Sent, "perSecond" | "p99Ms">;

async function pgbench(clients: number): Promise<Rate> {
  // Its clock runs while it connects, which is not counted.
  const seconds = SECONDS + Math.ceil(clients / 32);
  const options = ["-n", "-M", "prepared", "-f", script, "-c", String(clients), "-j", "2", "-T", String(seconds)];
  const logs = await mkdtemp(join(scratch, "pgbench-"));
  const { stdout } = await promisify(execFile)("pgbench", [...options, "-l", url], { cwd: logs });
  const rate = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!rate) throw new Error(`pgbench gave no rate:\n${stdout}`);
  return { perSecond: Number(rate), p99Ms: p99(await tookMsIn(logs)) };
}

/** Of each transaction a line: whose, which, how many microseconds it took, and more. */
async function tookMsIn(logs: string): Promise<number[]> {
  const texts = await Promise.all((await readdir(logs)).map((name) => readFile(join(logs, name), "utf8")));
  const lines = texts.flatMap((text) => text.trimEnd().split("\n"));
  return lines.map((line) => Number(line.split(" ")[2]) / 1000);
}

const p99 = (values: number[]) => quantile(values, 0.99);
const spread = (values: number[]) =>
  `${Math.round(median(values))}/s (${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))})`.padEnd(24);
const mark = (isMet: boolean) => (isMet ? "✓" : "✗");

const ingest = await startIngest({ env, port: 0, onLine: console.log });
await send(ingest.url, 32); // Warm: the first thousand calls pay for compiling.
const counts = Object.keys(AIMS).map(Number);
const rounds = counts.map((senders) => ({ senders, pgbench: [] as Rate[], ingest: [] as Rate[] }));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const one of rounds) {
    one.pgbench.push(await pgbench(one.senders));
    one.ingest.push(await send(ingest.url, one.senders));
  }
}
await ingest.stop();

const perSecond = (rate: Rate) => rate.perSecond;
console.log(`\nIngestion: deliveries acknowledged a second, each committed to disk before; median of ${ROUNDS}`);
for (const one of rounds) {
  const rates = { pgbench: one.pgbench.map(perSecond), ingest: one.ingest.map(perSecond) };
  const ratio = median(rates.ingest) / median(rates.pgbench);
  const slowest = {
    pgbench: median(one.pgbench.map(({ p99Ms }) => p99Ms)),
    ingest: median(one.ingest.map(({ p99Ms }) => p99Ms)),
  };
  const aim = AIMS[one.senders];
  console.log(`${String(one.senders).padStart(4)} senders   pgbench, one insert a commit  ${spread(rates.pgbench)}`);
  console.log(
    `   ingest process ${spread(rates.ingest)}${ratio.toFixed(2)} × ${aim == null ? "" : `aim ≥ ${aim} ${mark(ratio >= aim)}`}`,
  );
  const isQuick = mark(slowest.ingest <= P99_MS);
  console.log(
    `   p99 ${slowest.ingest.toFixed(1)} ms, of pgbench ${slowest.pgbench.toFixed(1)}   aim ≤ ${P99_MS} ${isQuick}`,
  );
}
const flushes = await flushesOf(join(scratch, "flushed"), FLUSHED_SECONDS);
console.log(
  `   a flush of a batch's log, with nothing else to do: median ${median(flushes).toFixed(1)} ms, p99 ${p99(flushes).toFixed(1)}`,
);

if (process.env.BENCH_ROUTE !== "off") {
  await ensureBuilt(env.NEXT_SERVER_ACTIONS_ENCRYPTION_KEY);
  const served = await startConsole({ env, port });
  const bare = await startBarePage({ databaseUrl: url });
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("create table bare_deliveries (headers jsonb, body bytea)");
  await client.end();
  const kept = callbacks.map((request) => request.replace("/api/callbacks/", "/api/kept/"));
  const ways = {
    reading: { rates: [] as number[], run: () => send(bare.url, 32) },
    keeping: { rates: [] as number[], run: () => send(bare.url, 32, kept) },
    console: { rates: [] as number[], run: () => send(env.APP_URL, 32) },
  };
  for (const { run } of Object.values(ways)) await run();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { rates, run } of Object.values(ways)) rates.push((await run()).perSecond);
  }
  const [reading, keeping, taken] = [ways.reading.rates, ways.keeping.rates, ways.console.rates];
  const times = (rates: number[], base: number[]) => `${(median(rates) / median(base)).toFixed(2)} ×`;
  const isMet = median(taken) / median(reading) >= ROUTE_AIM;
  console.log(`  32 senders   a bare Next handler that reads the body ${spread(reading)}`);
  console.log(`   the same that commits it as one row, without an index ${spread(keeping)}${times(keeping, reading)}`);
  console.log(`   the console ${spread(taken)}${times(taken, reading)}   aim ≥ ${ROUTE_AIM} ${mark(isMet)}`);
  await bare.stop();
  await served.stop();
}

await postgres.stop();
await rm(postgres.folder, { recursive: true });
await rm(scratch, { recursive: true });
