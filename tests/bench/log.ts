import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client, Pool } from "pg";
import { readPlace } from "@/lib/activity/place";
import { readLog } from "@/lib/activity/queries";
import type { ActivityFilter } from "@/lib/activity/schema";
import type { Ctx } from "@/lib/auth/context";
import { migrateDatabase } from "@/lib/db/migrate";
import { freePort } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";

/** How many times a page may take among very many entries of what it takes among few, and how many blocks a query reads. */
const RATIO_AIM = 1.3;
const BLOCKS_AIM = 12;

const FEW = Number(process.env.BENCH_FEW ?? 10_000);
const MANY = [1_000_000, ...(process.env.BENCH_TEN_MILLION ? [10_000_000] : [])];
const ROUNDS = 5;
const PAGES_A_ROUND = 40;

const scratch = await mkdtemp(join(tmpdir(), "choba-bench-"));
const settings = ["fsync=off", "shared_buffers=1GB", "maintenance_work_mem=512MB", "max_wal_size=8GB", "jit=off"];
const postgres = await startPostgres({ folder: join(scratch, "postgres"), port: await freePort(), settings });

/** Deliveries and audit lines, one a second, in the proportions of an ordinary day; written without triggers or indexes. */
const GENERATE = `
  insert into transactions (environment, reference_id, type, currency, amount, created_at, updated_at)
    select 'sandbox', 'WD-20261121-' || upper(substr(md5(n::text), 1, 8)), 'WITHDRAW', 'JPY', 12000, now(), now()
    from generate_series(1, $1::int / 50) n on conflict do nothing;
  insert into deliveries (id, environment, received_at, source_address, headers, body, signature, refusal, answered,
      effect, judged_at, said, reference_id, transaction_row)
    select md5('d' || n)::uuid, 'sandbox', date_trunc('second', now()) - ($1::int - n) * interval '1 second',
      '192.0.2.' || n % 250,
      jsonb_build_object('content-type', 'application/json', 'user-agent', 'payments/1.1', 'content-length', '312',
        'host', 'console.example', 'accept-encoding', 'gzip'),
      convert_to(format('{"transaction_id":"%s","provider_order_id":"%s","reference_id":"WD-20261121-%s","status":"COMPLETED","type":"WITHDRAW","amount":12000,"actual_amount":12330,"currency":"JPY","method":"BANK_TRANSFER"}',
        md5('t' || n)::uuid, md5('p' || n), upper(substr(md5(n::text), 1, 8))), 'UTF8'),
      (case when n % 200 = 7 then 'wrong' when n % 200 = 8 then 'unchecked' when n % 3 = 0 then 'valid' else 'absent' end)::delivery_signature,
      (case n % 200 when 7 then 'wrong signature' when 8 then 'unreadable' end)::delivery_refusal,
      case when n % 200 in (7, 8) then 400 else 200 end,
      case when n % 200 in (7, 8) then null when n % 1000 = 9 then 'contested' when n % 100 = 10 then 'mismatch'
        when n % 12 = 5 then 'repeat' when n % 3 = 0 then 'settled' else 'asked' end::text::delivery_effect,
      now(), case when n % 200 not in (7, 8) then '{"status":"COMPLETED","type":"WITHDRAW","money":{"amount":"12000","currency":"JPY"},"playerId":null}'::jsonb end,
      'WD-20261121-' || upper(substr(md5(n::text), 1, 8)), t.id
    from generate_series(1, $1::int) n
    left join transactions t on t.reference_id = 'WD-20261121-' || upper(substr(md5(((n - 1) / 50 + 1)::text), 1, 8))
    order by n;
  insert into audit_events (at, environment, actor_kind, actor_id, actor_name, action, subject, detail)
    select date_trunc('second', now()) - ($1::int - n) * interval '1 second', 'sandbox',
      case n % 4 when 0 then 'person' else 'job' end, 'x', case n % 4 when 0 then 'ops' else 'judge-deliveries' end,
      case n % 4 when 0 then 'withdrawal.requested' else 'transaction.moved' end,
      'WD-20261121-' || upper(substr(md5(((n - 1) / 50 + 1)::text), 1, 8)), '{"held":"SUCCESS","reported":"COMPLETED","source":"query"}'
    from generate_series(1, $1::int) n;`;

type Explained = { sql: string; params: unknown[] };
type Site = { rows: number; client: Client; ctx: Ctx; asked: Explained[]; pool: Pool };

async function fill(rows: number): Promise<Site> {
  const name = `log_${rows}`;
  await postgres.ensureDatabase(name);
  const url = postgres.url(name);
  await migrateDatabase(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  const tables = ["deliveries", "audit_events"];
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexname as name, indexdef as made from pg_indexes
     where tablename = any($1) and indexname not like '%pkey'`,
    [tables],
  );
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  for (const index of indexes) await client.query(`drop index ${index.name}`);
  for (const statement of GENERATE.split(";\n")) await client.query(statement.replaceAll("$1", String(rows)));
  for (const index of indexes) await client.query(index.made);
  for (const table of [...tables, "transactions"]) await client.query(`vacuum (analyze) ${table}`);

  const asked: Explained[] = [];
  const pool = new Pool({ connectionString: url, max: 2 });
  const logger = { logQuery: (sql: string, params: unknown[]) => void asked.push({ sql, params }) };
  const db = Object.assign(drizzle({ client: pool, logger }), { $client: pool });
  const actor = { kind: "person", id: "x", name: "x", email: "x@test.example", role: "support" } as const;
  const now = () => new Date();
  // The log asks for nothing but the database.
  const ctx = { actor, environment: "sandbox", db, now } as unknown as Ctx;
  return { rows, client, ctx, asked, pool };
}

const FILTERS: Record<string, Partial<ActivityFilter>> = {
  everything: {},
  callbacks: { kind: "delivery" },
  "what was done": { kind: "audit" },
  "what people did": { kind: "people" },
  "asked the service": { cause: "asked" },
  settled: { cause: "settled" },
  "a mismatch": { cause: "mismatch" },
  "contested (1 in 1000)": { cause: "contested" },
  "refused: wrong signature": { cause: "wrong signature" },
  "signed rightly": { signature: "valid" },
  "signed wrongly": { signature: "wrong" },
  "a day": { kind: "delivery" },
  "an order": {},
  "a text: an ID": {},
};

/** The filter as it is for this many entries, for the first page or for one in the middle of all that it lets through. */
async function filterFor({ rows, client }: Site, name: string, deep: boolean): Promise<ActivityFilter> {
  const filter: ActivityFilter = { kind: "all", ...FILTERS[name] };
  const middle = new Date(Date.now() - (rows / 2) * 1000);
  const id = `WD-20261121-${(await client.query<{ id: string }>(`select upper(substr(md5('77'), 1, 8)) as id`)).rows[0]?.id}`;
  if (name === "an order") filter.order = id;
  if (name === "a text: an ID") filter.q = id;
  if (name === "a day") filter.from = filter.to = middle.toISOString().slice(0, 10);
  if (deep) filter.before = readPlace(`${middle.toISOString()}~d~00000000-0000-4000-8000-000000000000`) ?? undefined;
  return filter;
}

async function blocksOf({ client, asked }: Site, read: () => Promise<unknown>): Promise<number> {
  asked.length = 0;
  await read();
  let most = 0;
  for (const { sql, params } of [...asked]) {
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, params);
    const plan = rows[0]["QUERY PLAN"][0].Plan;
    most = Math.max(most, plan["Shared Hit Blocks"] + plan["Shared Read Blocks"]);
  }
  return most;
}

async function millisecondsOf(read: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let page = 0; page < PAGES_A_ROUND; page += 1) await read();
  return (performance.now() - began) / PAGES_A_ROUND;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

let failed = 0;
const few = await fill(FEW);
for (const rows of MANY) {
  const many = await fill(rows);
  console.log(
    `\nThe log: a page among ${rows.toLocaleString("en")} callbacks and as many actions, beside ${FEW.toLocaleString("en")}; median of ${ROUNDS}`,
  );
  for (const name of Object.keys(FILTERS)) {
    for (const deep of [false, true]) {
      const reads = await Promise.all(
        [few, many].map(async (site) => {
          const filter = await filterFor(site, name, deep);
          return { site, read: () => readLog(site.ctx, filter), times: [] as number[] };
        }),
      );
      for (let round = 0; round <= ROUNDS; round += 1)
        for (const { read, times } of reads) {
          const ms = await millisecondsOf(read);
          if (round > 0) times.push(ms); // The first round warms the caches.
        }
      const [small, large] = reads.map(({ times }) => median(times));
      const last = reads.at(-1);
      const blocks = last ? await blocksOf(last.site, last.read) : Number.NaN;
      const ratio = (large ?? Number.NaN) / (small ?? Number.NaN);
      const holds = ratio <= RATIO_AIM && blocks <= BLOCKS_AIM;
      if (!holds) failed += 1;
      const figures = `${(large ?? 0).toFixed(2)} ms   ${ratio.toFixed(2)} ×   ${String(blocks).padStart(4)} blocks`;
      console.log(`${name.padEnd(26)}${(deep ? "deep" : "first").padEnd(7)}${figures} ${holds ? "✓" : "✗"}`);
    }
  }
  await many.pool.end();
  await many.client.end();
}
console.log(`aims: ≤ ${RATIO_AIM} × and ≤ ${BLOCKS_AIM} blocks a query; ${failed} missed`);

await few.pool.end();
await few.client.end();
await postgres.stop();
await rm(postgres.folder, { recursive: true });
await rm(scratch, { recursive: true });
