import { performance } from "node:perf_hooks";
import { exportOrders } from "@/lib/transactions/list/export";
import { listOrders } from "@/lib/transactions/list/list";
import { ordersAsked, ordersExported } from "@/lib/transactions/schema";
import { median } from "./figures";
import { BUSY_PLAYER, fillWithOrders, SECONDS_APART } from "./many-orders";
import { FEW, MANY, openSites, ROUNDS, type Site } from "./sites";

/*
 * What a list costs among very many orders, beside the same list among few; and what its indexes cost an insert.
 */

/** In milliseconds: a page by no filter or one, and by any other combination. */
const [SINGLE_AIM, ANY_AIM] = [200, 500];
const RATIO_AIM = 2;
const INSERT_AIM = 2.5;
const MEMORY_AIM = 1.3;
const PAGES = 20;

const sites = await openSites();
const few = await sites.open("orders", FEW, "finance", fillWithOrders);
const many = await sites.open("orders", MANY, "finance", fillWithOrders);
let missed = 0;

const middleOf = ({ rows }: Site) =>
  new Date(Date.now() - (rows / 2) * SECONDS_APART * 1000 + 9 * 3_600_000).toISOString();
/** The Tokyo day in the middle of all that there is. */
const dayOf = (site: Site) => middleOf(site).slice(0, 10);

type Address = (site: Site) => string;
const is =
  (address: string): Address =>
  () =>
    address;

const SINGLE: Record<string, Address> = {
  everything: is(""),
  "from the middle on": (site) => `to=${dayOf(site)}`,
  withdrawals: is("list=withdrawals"),
  "withdrawals that wait": is("list=withdrawals&show=waiting"),
  "deposits not paid yet": is("list=deposits&show=open"),
  "paid (9 in 10)": is("state=COMPLETED"),
  "failed (1 in 25)": is("state=FAILED"),
  "cancelled (1 in 200)": is("state=CANCELLED"),
  "outcome unknown (1 in 1250)": is("state=unknown"),
  "discrepancies (1 in 1000)": is("state=discrepancy"),
  "a status that never came": is("state=unfamiliar"),
  "evidence: signed callback": is("evidence=signed_callback"),
  "evidence: unsigned callback (none)": is("evidence=unsigned_callback"),
  "tether (1 in 20)": is("currency=USDT"),
  "a currency that never came": is("currency=CHF"),
  "a busy player (1 in 200)": is(`player=${BUSY_PLAYER}`),
  "a player with a handful": is("player=player-77"),
  "a Tokyo day": (site) => `from=${dayOf(site)}&to=${dayOf(site)}`,
  "paid on a Tokyo day": (site) => `paidFrom=${dayOf(site)}&paidTo=${dayOf(site)}`,
  "open on a Tokyo day": (site) => `openOn=${dayOf(site)}`,
  "an exact amount": is("least=500000&most=500000"),
  "large amounts (1 in 1000)": is("least=999000"),
  "largest first": is("sort=largest"),
  "oldest first": is("sort=oldest"),
};

const VALUES = [
  ["type=DEPOSIT"],
  ["state=COMPLETED", "state=CANCELLED", "state=unknown", "state=discrepancy"],
  ["evidence=signed_callback", "evidence=create_answer", "evidence=unsigned_callback"],
  ["currency=JPY", "currency=USDT"],
  [`player=${BUSY_PLAYER}`, "player=player-77"],
  ["least=500000&most=510000", "least=100"],
  ["paidFrom=2020-01-01"],
];

/** Of each site so many pages in turns, so that what else the machine does meets them alike. */
async function pagesOf(sites: Site[], address: Address): Promise<number[][]> {
  const readers = sites.map((site) => {
    const asked = ordersAsked.parse(Object.fromEntries(new URLSearchParams(address(site))));
    return { ctx: site.ctx, asked, times: [] as number[] };
  });
  for (let page = 0; page <= PAGES; page += 1)
    for (const { ctx, asked, times } of readers) {
      const began = performance.now();
      await listOrders(ctx, asked);
      // The first fills the caches.
      if (page > 0) times.push(performance.now() - began);
    }
  return readers.map(({ times }) => times.toSorted((a, b) => a - b));
}

const p95 = (times: number[]) => times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
const tell = (name: string, figures: string, holds: boolean) => {
  if (!holds) missed += 1;
  console.log(`${name.padEnd(44)}${figures} ${holds ? "✓" : "✗"}`);
};

console.log(
  `\nLists: a first page among ${MANY.toLocaleString("en")} beside ${FEW.toLocaleString("en")}, p95 of ${PAGES}`,
);
for (const [name, address] of Object.entries(SINGLE)) {
  const [small = [], large = []] = await pagesOf([few, many], address);
  // A few milliseconds more are noise, at any ratio.
  const ratio = median(large) / Math.max(median(small), 5);
  tell(
    name,
    `${p95(large).toFixed(1).padStart(7)} ms ${ratio.toFixed(2).padStart(6)} ×`,
    p95(large) <= SINGLE_AIM && ratio <= RATIO_AIM,
  );
}

const pairs = VALUES.flatMap((one, at) =>
  VALUES.slice(at + 1).flatMap((other) => one.flatMap((a) => other.map((b) => `${a}&${b}`))),
);
const slow: [string, number][] = [];
for (const pair of pairs)
  for (const sort of ["newest", "oldest", "largest"]) {
    const address = `${pair}&sort=${sort}`;
    const [times = []] = await pagesOf([many], is(address));
    const worst = p95(times);
    if (worst > ANY_AIM) slow.push([address, worst]);
  }
tell(`${pairs.length * 3} lists by two filters`, `${slow.length} over ${ANY_AIM} ms`, slow.length === 0);
for (const [address, ms] of slow) console.log(`  ${ms.toFixed(0)} ms ${address}`);

await exportAll();
await insertCost();
console.log(
  `aims: ≤ ${SINGLE_AIM} ms and ≤ ${RATIO_AIM} ×, any two filters ≤ ${ANY_AIM} ms, insert ≤ ${INSERT_AIM} ×; ${missed} missed`,
);
for (const site of [few, many]) await site.close();
await sites.end();

/** All orders as a file, of few and of many: how much memory the process takes at most while it is written. */
async function exportAll() {
  let peak = 0;
  const write = async ({ ctx }: Site) => {
    peak = 0;
    const file = await exportOrders(ctx, ordersExported.parse({}));
    if (!file.ok) throw new Error(file.error.kind);
    for await (const _text of file.value.body) peak = Math.max(peak, process.memoryUsage().rss);
  };
  // By then the process has as much memory as it takes to write any.
  for (let file = 0; file < 20; file += 1) await write(few);
  const small = peak;
  const began = performance.now();
  await write(many);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  tell("a file of all orders", `${seconds} s, ${(peak / small).toFixed(2)} × the memory`, peak / small <= MEMORY_AIM);
}

/** Adding orders with all indexes, and with the primary key and the two unique ids alone. */
async function insertCost() {
  const { client } = many;
  const ADDED = 5_000;
  const { rows: others } = await client.query<{ drop: string }>(
    `select case when conname is null then format('drop index %s', indexrelid::regclass)
        else format('alter table transactions drop constraint %I cascade', conname) end as drop
     from pg_index left join pg_constraint on conindid = indexrelid and conrelid = indrelid
     where indrelid = 'transactions'::regclass and not indisprimary
       and coalesce(conname, '') not in ('transactions_reference_id', 'transactions_transaction_id')`,
  );
  const times: Record<"all" | "ids", number[]> = { all: [], ids: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of ["all", "ids"] as const) {
      await client.query("begin");
      if (way === "ids") for (const { drop } of others) await client.query(drop);
      const began = performance.now();
      await client.query(
        `insert into transactions (environment, reference_id, transaction_id, type, currency, amount, player_id, status,
           status_source, party_name, party_account, callback_token, created_at, updated_at)
         select 'sandbox', 'NEW-' || n, md5('new ' || n), 'WITHDRAW', 'JPY', n, 'player-' || n, 'SUCCESS', 'create_answer',
           'ヤマダ　タロウ', lpad(n::text, 7, '0'), md5('new token ' || n), now(), now()
         from generate_series(1, ${ADDED}) n`,
      );
      times[way].push(((performance.now() - began) / ADDED) * 1000);
      await client.query("rollback");
    }
  await client.query("vacuum transactions");
  const [all, ids] = [median(times.all), median(times.ids)];
  tell(
    "adding an order",
    `${all.toFixed(0)} µs, ${(all / ids).toFixed(2)} × of ${ids.toFixed(0)} µs with the ids alone`,
    all / ids <= INSERT_AIM,
  );
}
