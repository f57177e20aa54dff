import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { removeOldRaw } from "@/lib/activity/retention";
import { startIngest } from "@/scripts/lib/ingest.mjs";
import { freePort } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { makeOrders } from "../faults/flood";
import { callbackFields, signatureOf } from "../support/callback-fields";
import { openTestContext } from "../support/context";
import { TEST_SECRET } from "../support/test-secret";
import { quantile } from "./figures";

/*
 * Removing the raw data of old callbacks and calls while callbacks come in, and whether the space is used again. By name
 * alone: npm run bench -- retention
 */
const ROWS = Number(process.env.BENCH_ROWS ?? 300_000);
const DAYS = 31;
const SENDERS = 4;
const GAP_MS = 20;
const QUIET_MS = 10_000;

const scratch = await mkdtemp(join(tmpdir(), "choba-bench-"));
const durable = ["fsync=on", "synchronous_commit=on", "full_page_writes=on", "max_wal_size=4GB"];
const postgres = await startPostgres({ folder: join(scratch, "postgres"), port: await freePort(), settings: durable });
process.env.TEST_DATABASE_URL = postgres.url("postgres");
const secretKey = randomBytes(32).toString("hex");
const context = await openTestContext();
const job = await context.as("job");
const { pool } = context;

/** Callbacks and calls of a month before last, of about the size that the service's have. */
const fill = (month: string) =>
  pool.query(
    `with numbered as (
      select md5($2 || n) as text, now() - interval '40 days' - n * interval '1 second' as at
      from generate_series(1, $1::int) n
    ), delivered as (
      insert into deliveries (environment, received_at, headers, body, signature, answered, effect, processed_at)
      select 'sandbox', at, jsonb_build_object('x-signature', repeat(text, 4), 'user-agent', repeat(reverse(text), 20)),
        convert_to(repeat(text || reverse(text), 11), 'utf8'), 'valid', 200, 'applied', at
      from numbered
    )
    insert into exchanges (environment, purpose, path, request_body, sent_at, answered_at, http_status, headers, body)
    select 'sandbox', 'status_check', '/query', repeat(text, 10), at, at, 200, jsonb_build_object('date', repeat(text, 8)),
      repeat(text || reverse(text), 11)
    from numbered`,
    [ROWS, month],
  );

const sizeMb = async () => {
  const { rows } = await pool.query<{ bytes: string }>(
    "select pg_total_relation_size('deliveries') + pg_total_relation_size('exchanges') as bytes",
  );
  return Number(rows[0]?.bytes) / 2 ** 20;
};

const env = {
  ...bareSettings(),
  ...{
    DATABASE_URL: context.runtimeUrl,
    APP_URL: "http://console.test",
    AUTH_SECRET: TEST_SECRET,
    NODE_ENV: "production",
  },
  PAYMENTS_SANDBOX_BASE_URL: "http://127.0.0.1:1",
  PAYMENTS_SANDBOX_API_KEY: "unused-key",
  PAYMENTS_SANDBOX_SECRET_KEY: secretKey,
};
const client = new Client({ connectionString: context.url });
await client.connect();
const orders = await makeOrders(client, 500);
await client.end();
const ingest = await startIngest({ env, port: 0 });

let times: number[] = [];
let [isOver, refused] = [false, 0];
async function sender(number: number) {
  for (let turn = number; !isOver; turn += SENDERS) {
    const order = orders[turn % orders.length];
    if (!order) return;
    const fields = { ...callbackFields(order), mark: randomUUID() };
    const headers = { "content-type": "application/json", "x-signature": signatureOf(fields, secretKey) };
    const since = performance.now();
    const { status } = await fetch(new URL(order.path, ingest.url), {
      method: "POST",
      body: JSON.stringify(fields),
      headers,
    });
    times.push(performance.now() - since);
    if (status !== 200) refused += 1;
    await pause(GAP_MS);
  }
}
const drawn = (of: number[]) =>
  `${of.length} × median ${quantile(of, 0.5).toFixed(0)} ms, p99 ${quantile(of, 0.99).toFixed(0)}, longest ${Math.max(...of).toFixed(0)}`;

await fill("first");
await pool.query("vacuum (analyze) deliveries, exchanges");
const full = await sizeMb();
const senders = Array.from({ length: SENDERS }, (_, number) => sender(number));
await pause(QUIET_MS);
const quiet = times;
times = [];
const since = performance.now();
const { removed } = await removeOldRaw(job, { days: DAYS });
const seconds = (performance.now() - since) / 1000;
const during = times;
isOver = true;
await Promise.all(senders);
const removedMb = await sizeMb();
await pool.query("vacuum deliveries, exchanges");
await fill("second");
const second = await sizeMb();

console.log(
  `\nRaw data of ${ROWS} callbacks and as many calls, ${SENDERS} senders of callbacks, load ${loadavg()[0]?.toFixed(1)}`,
);
console.log(`  removed ${removed} rows in ${seconds.toFixed(1)} s, ${(removed / seconds).toFixed(0)} a second`);
console.log(`  callbacks before   ${drawn(quiet)}`);
console.log(`  callbacks during   ${drawn(during)}; ${refused} refused`);
console.log(
  `  tables with the first month ${full.toFixed(0)} MB, after its removal ${removedMb.toFixed(0)} MB, with a second month after it ` +
    `${second.toFixed(0)} MB: ${(second - removedMb).toFixed(0)} MB of new space for what takes ${full.toFixed(0)} MB`,
);

await ingest.stop();
await context.close();
await postgres.stop();
await rm(postgres.folder, { recursive: true });
await rm(scratch, { recursive: true, force: true });
if (removed < 2 * ROWS || refused > 0) process.exitCode = 1;
