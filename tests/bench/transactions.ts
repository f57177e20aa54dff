import { performance } from "node:perf_hooks";
import { batchSizeOf } from "@/lib/batch-size";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { exportOrders } from "@/lib/transactions/list/export";
import { type OrderFilter, parseCursor } from "@/lib/transactions/list/filter";
import { listOrders } from "@/lib/transactions/list/list";
import { type OrdersAsked, ordersExported } from "@/lib/transactions/schema";
import { costsOf } from "../support/blocks";
import { median } from "./figures";
import { BUSY_PLAYER, fillWithOrders, SECONDS_APART } from "./many-orders";
import { BLOCKS_AIM, FEW, MANY, openSites, RATIO_AIM, ROUNDS, type Site, timesOf } from "./sites";

const PAGES_A_ROUND = 20;

const sites = await openSites();
const few = await sites.open("orders", FEW, "finance", fillWithOrders);
const many = await sites.open("orders", MANY, "finance", fillWithOrders);
let missed = 0;

/** So many files of few: by then the process has as much memory as it takes to write any. */
const FILES_OF_FEW = 20;

/** The indexes that hold what is shown: those of the search, and of the list's filters, one and two of them. */
const BY_SEARCH = ["by_reference", "by_transaction_id", "by_party", "by_party_account", "by_last_digits"];
const BY_ONE = ["by_standing", "contradictory", "by_evidence", "by_player", "by_currency", "by_amount"];
const BY_TWO = [
  ...["by_standing_and_currency", "by_standing_and_amount", "by_standing_and_evidence", "by_evidence_and_amount"],
  ...["by_player_and_amount", "by_day_and_amount"],
  ...["contradictory_by_amount", "contradictory_by_currency"],
];

type Reading = { read: () => Promise<unknown>; rows?: number };

async function compare(name: string, reading: (site: Site) => Promise<Reading>) {
  const reads = await Promise.all([few, many].map(reading));
  const [small = Number.NaN, large = Number.NaN] = await timesOf(
    reads.map(({ read }) => read),
    PAGES_A_ROUND,
  );
  const costs = await costsOf(many, async () => reads[1]?.read());
  const blocks = Math.max(...costs.map((cost) => cost.blocks));
  const isScanned = costs.some((cost) => cost.isScanned);
  // Where few orders do not fill a page there is nothing to compare.
  const isFair = reads.every(({ rows }) => rows === reads[0]?.rows);
  const ratio = isFair ? large / small : null;
  const holds = !isScanned && blocks <= BLOCKS_AIM && (ratio === null || ratio <= RATIO_AIM);
  if (!holds) missed += 1;
  const times = `${large.toFixed(2).padStart(7)} ms   ${ratio === null ? "  –   " : `${ratio.toFixed(2)} ×`}`;
  console.log(`${name.padEnd(44)}${times}   ${String(blocks).padStart(4)} blocks ${holds ? "✓" : "✗"}`);
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

const TOKYO_MS = 9 * 3_600_000;

const middleOf = ({ rows }: Site) => new Date(Date.now() - (rows / 2) * SECONDS_APART * 1000);
const middleDay = (site: Site) => new Date(middleOf(site).getTime() + TOKYO_MS).toISOString().slice(0, 10);

/** A page of this filter: the first, or one from the middle of all that there is. */
const page =
  (filter: Partial<OrderFilter>, deep: boolean) =>
  async (site: Site): Promise<Reading> => {
    const { ctx } = site;
    const asked: OrdersAsked = { sort: "newest", ...filter };
    const at = middleOf(site);
    if (filter.from === MIDDLE) asked.from = asked.to = middleDay(site);
    if (filter.paidFrom === MIDDLE) asked.paidFrom = asked.paidTo = middleDay(site);
    const id = "80000000-0000-4000-8000-000000000000";
    const place = { amount: "500000", at: `${at.toISOString().slice(0, -1)}000Z`, id };
    if (deep) asked.anchor = { kind: "after", place };
    const read = () => listOrders(ctx, asked);
    return { read, rows: (await read()).rows.length };
  };

/** The Tokyo day in the middle of all that there is. */
const MIDDLE = "middle";

const BY_TIME: Record<string, Partial<OrderFilter>> = {
  everything: {},
  deposits: { type: "DEPOSIT" },
  withdrawals: { type: "WITHDRAW" },
  "paid (9 in 10)": { state: "COMPLETED" },
  "failed (1 in 25)": { state: "FAILED" },
  "cancelled (1 in 200)": { state: "CANCELLED" },
  "outcome unknown (1 in 1250)": { state: "unknown" },
  "contradictions (1 in 1000)": { state: "contradiction" },
  not_sent: { state: "not_sent" },
  "a status that never came": { state: "unfamiliar" },
  "evidence: query": { evidence: "query" },
  "evidence: signed callback": { evidence: "signed_callback" },
  "evidence: create answer": { evidence: "create_answer" },
  "evidence: unsigned callback (none)": { evidence: "unsigned_callback" },
  "yen (4 in 5)": { currency: "JPY" },
  "tether (1 in 20)": { currency: "USDT" },
  "a busy player (1 in 200)": { player: BUSY_PLAYER },
  "a player with a handful": { player: "player-77" },
  "a Tokyo day": { from: MIDDLE },
  "paid on a Tokyo day": { paidFrom: MIDDLE },
  "an exact amount": { currency: "JPY", least: "500000", most: "500000" },
};

const BY_AMOUNT: Record<string, Partial<OrderFilter>> = {
  "yen, largest": { currency: "JPY", sort: "largest" },
  "yen, smallest": { currency: "JPY", sort: "smallest" },
  "a range of yen, largest": { currency: "JPY", least: "100000", most: "900000", sort: "largest" },
};

const TOGETHER: Record<string, Partial<OrderFilter>> = {
  "failed deposits in yen": { type: "DEPOSIT", state: "FAILED", currency: "JPY" },
  "failed in tether": { state: "FAILED", currency: "USDT" },
  "failed in yen, largest": { currency: "JPY", state: "FAILED", sort: "largest" },
  "failed, signed": { state: "FAILED", evidence: "signed_callback" },
  "failed, signed, in yen, largest": {
    ...{ state: "FAILED", evidence: "signed_callback", currency: "JPY", sort: "largest" },
  },
  "failed by a create answer (none)": { state: "FAILED", evidence: "create_answer" },
  "paid, signed, in tether": { state: "COMPLETED", currency: "USDT", evidence: "signed_callback" },
  "signed in yen, largest": { evidence: "signed_callback", currency: "JPY", sort: "largest" },
  "a day of yen, largest": { currency: "JPY", from: MIDDLE, sort: "largest" },
  "a day's failed ones": { state: "FAILED", from: MIDDLE },
  "a busy player's failed ones": { player: BUSY_PLAYER, state: "FAILED" },
  "a busy player's in yen, largest": { currency: "JPY", player: BUSY_PLAYER, sort: "largest" },
  "contradictions in tether": { state: "contradiction", currency: "USDT" },
};

const RARE: Record<string, Partial<OrderFilter>> = {
  "deposits in yen, largest": { type: "DEPOSIT", currency: "JPY", sort: "largest" },
  "a busy player's in tether": { player: BUSY_PLAYER, currency: "USDT" },
  "a busy player's contradictions": { player: BUSY_PLAYER, state: "contradiction" },
  "a range of yen (1 in 125), newest": { currency: "JPY", least: "500000", most: "510000" },
  "the largest yen (1 in 2500), newest": { currency: "JPY", least: "999500" },
  "a range of yen, deposits, newest": { type: "DEPOSIT", currency: "JPY", least: "500000", most: "510000" },
  "a range of yen, failed, newest": { state: "FAILED", currency: "JPY", least: "500000", most: "510000" },
  "a day of yen, failed, largest": { state: "FAILED", currency: "JPY", from: MIDDLE, sort: "largest" },
};

/** What a screen shows without anybody asking for more, and how many steps it goes for that by itself. */
const SCREEN = 20;
const STEPS = 60;

/** Step after step, as the browser goes on by itself: how many rows that are, and how long it takes. */
async function fillScreen(name: string, filter: Partial<OrderFilter>) {
  const asked: OrdersAsked = { sort: "newest", ...filter };
  if (filter.from === MIDDLE) asked.from = asked.to = middleDay(many);
  const began = performance.now();
  let [rows, steps, slowest] = [0, 0, 0];
  for (let next: string | null = ""; next !== null && rows < SCREEN && steps < STEPS; steps += 1) {
    const place = parseCursor(next);
    const step: OrdersAsked = place ? { ...asked, anchor: { kind: "after", place }, reach: batchSizeOf(steps) } : asked;
    const since = performance.now();
    const found = await listOrders(many.ctx, step);
    slowest = Math.max(slowest, performance.now() - since);
    rows += found.rows.length;
    next = found.below;
  }
  const tookMs = performance.now() - began;
  console.log(
    `${name.padEnd(44)}${rows} rows in ${steps} steps, ${tookMs.toFixed(0)} ms; the slowest ${slowest.toFixed(1)} ms`,
  );
}

/** Every filter with every other, by time and by amount. */
const VALUES: Record<string, Partial<OrderFilter>[]> = {
  type: [{ type: "DEPOSIT" }],
  state: (["COMPLETED", "FAILED", "CANCELLED", "SUCCESS", "unknown", "contradiction", "not_sent"] as const).map(
    (state) => ({ state }),
  ),
  evidence: (["query", "signed_callback", "create_answer", "unsigned_callback"] as const).map((evidence) => ({
    evidence,
  })),
  currency: [{ currency: "JPY" }, { currency: "USDT" }],
  player: [{ player: BUSY_PLAYER }, { player: "player-77" }],
  days: [{ from: MIDDLE }],
  amounts: [{ least: "500000", most: "510000" }],
};

/** The blocks of the first step, and of the one after it where that is a part. */
async function comparePairs() {
  const kinds = Object.values(VALUES);
  const pairs = kinds.flatMap((one, at) =>
    kinds.slice(at + 1).flatMap((other) => one.flatMap((a) => other.map((b) => ({ ...a, ...b })))),
  );
  const over: string[] = [];
  let pages = 0;
  for (const pair of pairs)
    for (const sort of ["newest", "largest"] as const) {
      const isInYen = pair.least !== undefined || sort === "largest";
      const asked: OrdersAsked = { ...(isInYen && { currency: "JPY" }), ...pair, sort };
      if (pair.from === MIDDLE) asked.from = asked.to = middleDay(many);
      let [most, below]: [number, string | null] = [0, null];
      const read = async (step: OrdersAsked) => {
        const costs = await costsOf(many, async () => {
          below = (await listOrders(many.ctx, step)).below;
        });
        most = Math.max(most, ...costs.map(({ blocks }) => blocks));
      };
      await read(asked);
      const place = parseCursor(below ?? "");
      if (place) await read({ ...asked, anchor: { kind: "after", place } });
      pages += 1;
      if (most > BLOCKS_AIM) over.push(`${most} ${JSON.stringify(asked)}`);
    }
  missed += over.length;
  console.log(
    `\n${pages} lists by two filters, the first page and the next: ${over.length} read more ${over.length === 0 ? "✓" : "✗"}`,
  );
  for (const one of over) console.log(one);
}

console.log(
  `\nOrders: a page among ${MANY.toLocaleString("en")} beside ${FEW.toLocaleString("en")}; median of ${ROUNDS}, the most blocks of any query`,
);
for (const [name, filter] of Object.entries(BY_TIME))
  for (const sort of ["newest", "oldest"] as const)
    for (const deep of [false, true]) {
      await compare(`${name}, ${sort}${deep ? ", deep" : ""}`, page({ ...filter, sort }, deep));
    }
for (const [name, filter] of Object.entries(BY_AMOUNT))
  for (const deep of [false, true]) await compare(`${name}${deep ? ", deep" : ""}`, page(filter, deep));
await compare("an order with all that is known of it", async (site) => {
  const referenceId = await middleOrder(site);
  return { read: () => getTransaction(site.ctx, { referenceId }) };
});
console.log("\nTwo filters together, which an index answers");
for (const [name, filter] of Object.entries(TOGETHER)) await compare(name, page(filter, false));
console.log("\nFilters together that no index answers: one step, and as many as fill a screen");
for (const [name, filter] of Object.entries(RARE)) await compare(name, page(filter, false));
for (const [name, filter] of Object.entries(RARE)) await fillScreen(name, filter);
await comparePairs();
console.log(`aims: ≤ ${RATIO_AIM} × and ≤ ${BLOCKS_AIM} blocks a query; ${missed} missed`);
await exportAll();
await insertCost();

for (const site of [few, many]) await site.close();
await sites.end();

/** All orders as a file, of few and of many: how much memory the process takes at most while it is written. */
async function exportAll() {
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  let [bytes, peak] = [0, 0];
  const write = async ({ ctx }: Site) => {
    [bytes, peak] = [0, 0];
    const file = await exportOrders(ctx, ordersExported.parse({}));
    if (!file.ok) throw new Error(file.error.kind);
    for await (const text of file.value.text) {
      bytes += Buffer.byteLength(text);
      peak = Math.max(peak, process.memoryUsage().rss);
    }
    await file.value.end();
  };
  for (let file = 0; file < FILES_OF_FEW; file += 1) await write(few);
  const small = peak;
  const began = performance.now();
  await write(many);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  const ratio = peak / small;
  console.log(
    `\nA file of ${MANY.toLocaleString("en")} orders: ${megabytes(bytes)} in ${seconds} s; memory at most ${megabytes(peak)}, ` +
      `of ${FEW.toLocaleString("en")} ${megabytes(small)}: ${ratio.toFixed(2)} × ${ratio <= RATIO_AIM ? "✓" : "✗"}`,
  );
}

/** What the indexes of search and list cost whoever adds an order. */
async function insertCost() {
  const { client } = many;
  const ADDED = 5_000;
  const filters = [...BY_ONE, ...BY_TWO];
  const dropped = { all: [], list: BY_SEARCH, one: [...BY_SEARCH, ...BY_TWO], none: [...BY_SEARCH, ...filters] };
  const times: Record<keyof typeof dropped, number[]> = { all: [], list: [], one: [], none: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const way of ["all", "list", "one", "none"] as const) {
      await client.query("begin");
      for (const name of dropped[way]) await client.query(`drop index transactions_${name}`);
      const began = performance.now();
      await client.query(
        `insert into transactions (environment, reference_id, type, currency, amount, player_id, status, status_source,
           party_name, party_account, created_at, updated_at)
         select 'sandbox', 'NEW-' || n, 'WITHDRAW', 'JPY', n, 'player-' || n, 'SUCCESS', 'create_answer',
           'ヤマダ　タロウ', lpad(n::text, 7, '0'), now(), now()
         from generate_series(1, ${ADDED}) n`,
      );
      times[way].push(((performance.now() - began) / ADDED) * 1000);
      await client.query("rollback");
    }
  await client.query("vacuum transactions");
  const us = (way: keyof typeof times) => `${median(times[way]).toFixed(0)} µs`;
  console.log(
    `Adding an order: ${us("all")} with the indexes of search and list, ${us("list")} without the search's, ` +
      `${us("one")} without those of two filters either, ${us("none")} without any`,
  );
}
