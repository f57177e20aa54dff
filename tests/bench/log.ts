import type { Client } from "pg";
import { readPlace } from "@/lib/activity/place";
import { readLog } from "@/lib/activity/queries";
import type { ActivityFilter } from "@/lib/activity/schema";
import { costsOf } from "../support/blocks";
import { GIVEN, SURNAMES } from "./many-orders";
import { BLOCKS_AIM, FEW, MANY, openSites, RATIO_AIM, ROUNDS, type Site, timesOf } from "./sites";

const MANIES = [MANY, ...(process.env.BENCH_TEN_MILLION ? [10_000_000] : [])];
const PAGES_A_ROUND = 40;

/**
 * Deliveries and audit lines, one a second, in the proportions of an ordinary day; written without triggers or indexes.
 * One body in four names somebody, as a field of the service's that we do not know might.
 */
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
      convert_to(format('{"transaction_id":"%s","provider_order_id":"%s","reference_id":"WD-20261121-%s","status":"COMPLETED","type":"WITHDRAW","amount":12000,"actual_amount":12330,"currency":"JPY","method":"BANK_TRANSFER"%s}',
        md5('t' || n)::uuid, md5('p' || n), upper(substr(md5(n::text), 1, 8)),
        case when n % 4 = 1 then format(',"payer_name":"%s　%s"', (string_to_array('${SURNAMES}', ' '))[1 + mod(n / 4, 40)],
          (string_to_array('${GIVEN}', ' '))[1 + mod(n / 160, 30)])
          when n = $1::int * 3 / 5 / 4 * 4 then ',"payer_name":"ヌカタ　ヌイ"' end), 'UTF8'),
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

async function fill(client: Client, rows: number): Promise<void> {
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
  "a text: a UUID": {},
  "a text: what all say": { q: "completed" },
};

/** Of names each body stands for itself: a row costs a block or two, and what they cost is told and not held to the aims. */
const NAMES: Record<string, Partial<ActivityFilter>> = {
  "a name: 1 in 120": { kind: "delivery", q: "タロウ" },
  "a name: 1 in 4800": { kind: "delivery", q: "サトウ　ハルト" },
  "a name: a part, of one": { kind: "delivery", q: "カタ" },
  "a letter: 1 in 16": { kind: "delivery", q: "カ" },
};

/** The filter as it is for this many entries, for the first page or for one in the middle of all that it lets through. */
async function filterFor({ rows, client }: Site, name: string, deep: boolean): Promise<ActivityFilter> {
  const filter: ActivityFilter = { kind: "all", ...FILTERS[name], ...NAMES[name] };
  const middle = new Date(Date.now() - (rows / 2) * 1000);
  const id = `WD-20261121-${(await client.query<{ id: string }>(`select upper(substr(md5('77'), 1, 8)) as id`)).rows[0]?.id}`;
  if (name === "an order") filter.order = id;
  if (name === "a text: an ID") filter.q = id;
  if (name === "a text: a UUID") {
    filter.q = (await client.query<{ id: string }>(`select md5('t77')::uuid as id`)).rows[0]?.id;
  }
  if (name === "a day") filter.from = filter.to = middle.toISOString().slice(0, 10);
  if (deep) filter.before = readPlace(`${middle.toISOString()}~d~00000000-0000-4000-8000-000000000000`) ?? undefined;
  return filter;
}

let failed = 0;
const sites = await openSites();
const few = await sites.open("log", FEW, "support", fill);
for (const rows of MANIES) {
  const many = await sites.open("log", rows, "support", fill);
  console.log(
    `\nThe log: a page among ${rows.toLocaleString("en")} callbacks and as many actions, beside ${FEW.toLocaleString("en")}; median of ${ROUNDS}`,
  );
  for (const name of [...Object.keys(FILTERS), ...Object.keys(NAMES)]) {
    for (const deep of [false, true]) {
      const reads = await Promise.all(
        [few, many].map(async (site) => {
          const filter = await filterFor(site, name, deep);
          // Whoever may see names finds by them.
          const ctx = name in NAMES ? { ...site.ctx, actor: { ...site.ctx.actor, role: "ops" as const } } : site.ctx;
          return () => readLog(ctx, filter);
        }),
      );
      const [small = Number.NaN, large = Number.NaN] = await timesOf(reads, PAGES_A_ROUND);
      const costs = await costsOf(many, async () => reads[1]?.());
      const blocks = Math.max(...costs.map((cost) => cost.blocks));
      const pages = await Promise.all(reads.map(async (read) => (await read()).entries.length));
      // Where few entries do not fill a page there is nothing to compare.
      const ratio = pages[0] === pages[1] ? large / small : null;
      const isTold = name in NAMES && !costs.some(({ isScanned }) => isScanned);
      const holds = (ratio === null || ratio <= RATIO_AIM) && blocks <= BLOCKS_AIM;
      if (!holds && !isTold) failed += 1;
      const times = `${large.toFixed(2)} ms   ${ratio === null ? "  –   " : `${ratio.toFixed(2)} ×`}`;
      const mark = holds ? "✓" : isTold ? "" : "✗";
      console.log(
        `${name.padEnd(26)}${(deep ? "deep" : "first").padEnd(7)}${times}   ${String(blocks).padStart(4)} blocks ${mark}`,
      );
    }
  }
  await many.close();
}
console.log(`aims: ≤ ${RATIO_AIM} × and ≤ ${BLOCKS_AIM} blocks a query; ${failed} missed`);

await few.close();
await sites.end();
