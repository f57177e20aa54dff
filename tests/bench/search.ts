import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { drizzle } from "drizzle-orm/node-postgres";
import { Client, Pool } from "pg";
import type { Ctx } from "@/lib/auth/context";
import { migrateDatabase } from "@/lib/db/migrate";
import { suggestHeld } from "@/lib/search/queries";
import { freePort } from "@/scripts/lib/ports.mjs";
import { startPostgres } from "@/scripts/lib/postgres.mjs";
import { fillWithOrders } from "./many-orders";

/** How many times a search may take among very many orders of what it takes among few. */
const RATIO_AIM = 1.3;
/** What leads to the rows, and what each row costs that is then fetched by its id. */
const BLOCKS_AIM = 12;
const BLOCKS_A_ROW_AIM = 5;
/** What is spelled otherwise is looked for by each of its neighbours; as many, whatever the number of orders. */
const BLOCKS_NEAR_AIM = 60;

const FEW = Number(process.env.BENCH_FEW ?? 10_000);
const MANY = Number(process.env.BENCH_MANY ?? 1_000_000);
const ROUNDS = 5;
const SEARCHES_A_ROUND = 40;

const scratch = await mkdtemp(join(tmpdir(), "choba-bench-"));
const settings = ["fsync=off", "shared_buffers=1GB", "maintenance_work_mem=512MB", "max_wal_size=8GB", "jit=off"];
const postgres = await startPostgres({ folder: join(scratch, "postgres"), port: await freePort(), settings });

type Explained = { sql: string; params: unknown[] };
type Site = { rows: number; client: Client; ctx: Ctx; asked: Explained[]; pool: Pool };

async function fill(rows: number): Promise<Site> {
  const name = `search_${rows}`;
  await postgres.ensureDatabase(name);
  const url = postgres.url(name);
  await migrateDatabase(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  await fillWithOrders(client, rows);
  // The orders were made without triggers.
  await client.query("select name_all_parties()");
  for (const table of ["parties", "party_names", "registrations"]) await client.query(`vacuum (analyze) ${table}`);

  const asked: Explained[] = [];
  const pool = new Pool({ connectionString: url, max: 4 });
  const logger = { logQuery: (sql: string, params: unknown[]) => void asked.push({ sql, params }) };
  const db = Object.assign(drizzle({ client: pool, logger }), { $client: pool });
  const actor = { kind: "person", id: "x", name: "x", email: "x@test.example", role: "ops" } as const;
  const now = () => new Date();
  // A search asks for nothing but the database.
  const ctx = { actor, environment: "sandbox", db, now } as unknown as Ctx;
  return { rows, client, ctx, asked, pool };
}

const BY_ID = /where (\("transactions"\."id"|"\w+"\."(id|transaction_row)") in/;

/** The most blocks of any query that looks for something, and of any row that is fetched by its id. */
async function blocksOf({ client, asked }: Site, read: () => Promise<unknown>) {
  asked.length = 0;
  await read();
  const most = { search: 0, near: 0, row: 0 };
  for (const { sql, params } of [...asked]) {
    const { rows } = await client.query(`explain (analyze, buffers, format json) ${sql}`, params);
    const plan = rows[0]["QUERY PLAN"][0].Plan;
    const blocks = plan["Shared Hit Blocks"] + plan["Shared Read Blocks"];
    if (BY_ID.test(sql)) most.row = Math.max(most.row, blocks / params.length);
    else if (sql.includes('"party_names"')) most.near = Math.max(most.near, blocks);
    else most.search = Math.max(most.search, blocks);
  }
  return most;
}

async function millisecondsOf(read: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  for (let search = 0; search < SEARCHES_A_ROUND; search += 1) await read();
  return (performance.now() - began) / SEARCHES_A_ROUND;
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** An order from the middle of all there are, with whom it names. */
async function middleOrder({ client }: Site) {
  const { rows } = await client.query<{
    reference: string;
    transaction: string;
    amount: string;
    account: string;
    name: string;
  }>(
    `select reference_id as reference, transaction_id as transaction, amount::text as amount,
       destination_account as account, destination_account_name as name
     from transactions join withdrawals on transaction_row = id
     where status = 'COMPLETED' and currency = 'JPY'
       and created_at < (select min(created_at) + (max(created_at) - min(created_at)) / 2 from transactions)
     order by created_at desc limit 1`,
  );
  const [order] = rows;
  if (!order) throw new Error("no order in the middle");
  return order;
}

type Order = Awaited<ReturnType<typeof middleOrder>>;
const SEARCHES: Record<string, (order: Order) => string> = {
  "a reference ID": ({ reference }) => reference,
  "its beginning": ({ reference }) => reference.slice(0, 13),
  "a transaction ID": ({ transaction }) => transaction,
  "its beginning, 8 digits": ({ transaction }) => transaction.slice(0, 8),
  "a busy player's ID": () => "player-busy",
  "an amount": ({ amount }) => `¥${amount}`,
  "an amount without a currency": ({ amount }) => amount,
  "an account": ({ account }) => account,
  "its last four digits": ({ account }) => `•••${account.slice(-4)}`,
  "a whole name": ({ name }) => name,
  "the beginning of a name": ({ name }) => name.slice(0, 3),
  "a name of many": () => "ヤマダ",
  "a name that nobody has": () => "ヌヌヌネネネ",
  "a name, misspelled": ({ name }) => `${name.slice(0, -1)}ヌ`,
};

const few = await fill(FEW);
const many = await fill(MANY);
let missed = 0;
console.log(
  `\nSearch: suggestions among ${MANY.toLocaleString("en")} orders beside ${FEW.toLocaleString("en")}; median of ${ROUNDS}; the most blocks of a query, and of a row fetched`,
);
for (const [name, typed] of Object.entries(SEARCHES)) {
  const reads = await Promise.all(
    [few, many].map(async (site) => {
      const q = typed(await middleOrder(site));
      return { site, read: () => suggestHeld(site.ctx, { q }), times: [] as number[] };
    }),
  );
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const { read, times } of reads) {
      const ms = await millisecondsOf(read);
      if (round > 0) times.push(ms); // The first round warms the caches.
    }
  const [small, large] = reads.map(({ times }) => median(times));
  const last = reads.at(-1);
  const blocks = last
    ? await blocksOf(last.site, last.read)
    : { search: Number.NaN, near: Number.NaN, row: Number.NaN };
  const ratio = (large ?? Number.NaN) / (small ?? Number.NaN);
  const holds =
    ratio <= RATIO_AIM &&
    blocks.search <= BLOCKS_AIM &&
    blocks.row <= BLOCKS_A_ROW_AIM &&
    blocks.near <= BLOCKS_NEAR_AIM;
  if (!holds) missed += 1;
  const figures = `${(large ?? 0).toFixed(2)} ms   ${ratio.toFixed(2)} ×   ${String(blocks.search).padStart(4)} blocks   ${blocks.row.toFixed(1)} a row   ${String(blocks.near).padStart(3)} near`;
  console.log(`${name.padEnd(34)}${figures} ${holds ? "✓" : "✗"}`);
}
console.log(
  `aims: ≤ ${RATIO_AIM} ×, ≤ ${BLOCKS_AIM} blocks a query, ≤ ${BLOCKS_A_ROW_AIM} a row and ≤ ${BLOCKS_NEAR_AIM} for what is near; ${missed} missed`,
);

for (const { pool, client } of [few, many]) {
  await pool.end();
  await client.end();
}
await postgres.stop();
await rm(postgres.folder, { recursive: true });
await rm(scratch, { recursive: true });
