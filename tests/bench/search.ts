import { suggestHeld } from "@/lib/search/commands";
import { costsOf } from "../support/query-costs";
import { fillWithOrders } from "./many-orders";
import { FEW, MANY, openSites, ROUNDS, type Site, timesOf } from "./sites";

const SEARCHES_A_ROUND = 40;

const mostBlocks = async (site: Site, read: () => Promise<unknown>) =>
  Math.max(...(await costsOf(site, read)).map(({ blocks }) => blocks));

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
       party_account as account, party_name as name
     from transactions
     where type = 'WITHDRAW' and party_name is not null and status = 'COMPLETED' and currency = 'JPY'
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
  "a name of no player": () => "ヌヌヌネネネ",
  "a name, misspelled": ({ name }) => `${name.slice(0, -1)}ヌ`,
};

/** The rows that are shown are read from the table, not from an index: each may be a block. */
const [RATIO_AIM, BLOCKS_AIM] = [2, 60];

const sites = await openSites();
const few = await sites.open("orders", FEW, "ops", fillWithOrders);
const many = await sites.open("orders", MANY, "ops", fillWithOrders);
let missed = 0;
console.log(
  `\nSearch: suggestions among ${MANY.toLocaleString("en")} orders beside ${FEW.toLocaleString("en")}; median of ${ROUNDS}; the most blocks of a query`,
);
for (const [name, typed] of Object.entries(SEARCHES)) {
  const reads = await Promise.all(
    [few, many].map(async (site) => {
      const q = typed(await middleOrder(site));
      return () => suggestHeld(site.ctx, { q });
    }),
  );
  const [small = Number.NaN, large = Number.NaN] = await timesOf(reads, SEARCHES_A_ROUND);
  const blocks = await mostBlocks(many, async () => reads[1]?.());
  const ratio = large / small;
  const holds = ratio <= RATIO_AIM && blocks <= BLOCKS_AIM;
  if (!holds) missed += 1;
  const figures = `${large.toFixed(2)} ms   ${ratio.toFixed(2)} ×   ${String(blocks).padStart(4)} blocks`;
  console.log(`${name.padEnd(34)}${figures} ${holds ? "✓" : "✗"}`);
}
console.log(`aims: ≤ ${RATIO_AIM} × and ≤ ${BLOCKS_AIM} blocks a query; ${missed} missed`);

for (const site of [few, many]) await site.close();
await sites.end();
