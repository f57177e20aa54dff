import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client, Pool } from "pg";
import type { Ctx } from "@/lib/auth/context";
import { migrateDatabase } from "@/lib/db/migrate";
import { listOrders } from "@/lib/transactions/listing";
import { getTransaction } from "@/lib/transactions/queries";
import { freePort } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { fillWithOrders } from "./many-orders";

/** How many times a page may take among very many orders of what it takes among few, and how many blocks a query reads. */
const RATIO_AIM = 1.3;
const BLOCKS_AIM = 12;

const FEW = Number(process.env.BENCH_FEW ?? 10_000);
const MANY = Number(process.env.BENCH_MANY ?? 1_000_000);
const ROUNDS = 5;
const PAGES_A_ROUND = 40;

const scratch = await mkdtemp(join(tmpdir(), "choba-bench-"));
const settings = ["fsync=off", "shared_buffers=1GB", "maintenance_work_mem=512MB", "max_wal_size=8GB", "jit=off"];
const postgres = await startPostgres({ folder: join(scratch, "postgres"), port: await freePort(), settings });

type Explained = { sql: string; params: unknown[] };
type Site = { client: Client; ctx: Ctx; asked: Explained[]; pool: Pool };

async function fill(rows: number): Promise<Site> {
  const name = `orders_${rows}`;
  await postgres.ensureDatabase(name);
  const url = postgres.url(name);
  await migrateDatabase(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  await fillWithOrders(client, rows);

  const asked: Explained[] = [];
  const pool = new Pool({ connectionString: url, max: 2 });
  const logger = { logQuery: (sql: string, params: unknown[]) => void asked.push({ sql, params }) };
  const db = Object.assign(drizzle({ client: pool, logger }), { $client: pool });
  const actor = { kind: "person", id: "x", name: "x", email: "x@test.example", role: "finance" } as const;
  const now = () => new Date();
  // What is read here asks for nothing but the database.
  const ctx = { actor, environment: "sandbox", db, now } as unknown as Ctx;
  return { client, ctx, asked, pool };
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

const few = await fill(FEW);
const many = await fill(MANY);
let missed = 0;

async function compare(name: string, reading: (site: Site) => Promise<() => Promise<unknown>>) {
  const reads = await Promise.all(
    [few, many].map(async (site) => ({ site, read: await reading(site), times: [] as number[] })),
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
  if (!holds) missed += 1;
  const figures = `${(large ?? 0).toFixed(2)} ms   ${ratio.toFixed(2)} ×   ${String(blocks).padStart(4)} blocks`;
  console.log(`${name.padEnd(40)}${figures} ${holds ? "✓" : "✗"}`);
}

/** An order from the middle of all there are. */
async function middleOrder({ client }: Site): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select reference_id as id from transactions where status = 'COMPLETED' and submission = 'accepted'
     and created_at < (select min(created_at) + (max(created_at) - min(created_at)) / 2 from transactions)
     order by created_at desc limit 1`,
  );
  return rows[0]?.id ?? "";
}

console.log(
  `\nOrders: among ${MANY.toLocaleString("en")} beside ${FEW.toLocaleString("en")}; median of ${ROUNDS}, the most blocks of any query`,
);
await compare(
  "the newest",
  async ({ ctx }) =>
    () =>
      listOrders(ctx, { sort: "newest" }),
);
await compare("an order with all that is known of it", async (site) => {
  const referenceId = await middleOrder(site);
  return () => getTransaction(site.ctx, { referenceId });
});
console.log(`aims: ≤ ${RATIO_AIM} × and ≤ ${BLOCKS_AIM} blocks a query; ${missed} missed`);

for (const { pool, client } of [few, many]) {
  await pool.end();
  await client.end();
}
await postgres.stop();
await rm(postgres.folder, { recursive: true });
await rm(scratch, { recursive: true });
