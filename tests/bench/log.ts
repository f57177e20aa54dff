import { performance } from "node:perf_hooks";
import type { Client } from "pg";
import { parseCursor } from "@/lib/activity/cursor";
import { readLog } from "@/lib/activity/queries";
import { ACTIVITY_KINDS, type ActivityFilter } from "@/lib/activity/schema";
import { readAudit } from "@/lib/audit/queries";
import type { Ctx } from "@/lib/auth/context";
import type { Role } from "@/lib/auth/permissions";
import { EFFECTS, SIGNATURES } from "@/lib/callbacks/delivery";
import { batchSizeOf } from "@/lib/list/scan-step";
import { costsOf } from "../support/query-costs";
import { GIVEN, SURNAMES } from "./many-orders";
import { BLOCKS_AIM, FEW, MANY, openSites, RATIO_AIM, ROUNDS, type Site, timesOf } from "./sites";

const MANIES = [MANY, ...(process.env.BENCH_TEN_MILLION ? [10_000_000] : [])];
const PAGES_A_ROUND = 40;

/**
 * Deliveries and audit lines, one a second, in the proportions of an ordinary day; written without triggers or indexes.
 * One body in four names a person, as an unknown field of the service might.
 */
const GENERATE = `
  insert into transactions (environment, reference_id, type, currency, amount, created_at, updated_at)
    select 'sandbox', 'WD-20261121-' || upper(substr(md5(n::text), 1, 8)), 'WITHDRAW', 'JPY', 12000, now(), now()
    from generate_series(1, $1::int / 50) n on conflict do nothing;
  insert into deliveries (id, environment, received_at, source_address, headers, body, signature, refusal, answered,
      effect, processed_at, said, reference_id, transaction_row)
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
      (case n % 200 when 7 then 'wrong_signature' when 8 then 'unreadable' end)::delivery_refusal,
      case when n % 200 in (7, 8) then 400 else 200 end,
      case when n % 200 in (7, 8) then null when n % 1000 = 9 then 'contested' when n % 100 = 10 then 'mismatch'
        when n % 12 = 5 then 'repeat' when n % 3 = 0 then 'applied' else 'asked' end::text::delivery_effect,
      now(), case when n % 200 not in (7, 8) then '{"status":"COMPLETED","type":"WITHDRAW","money":{"amount":"12000","currency":"JPY"},"playerId":null}'::jsonb end,
      'WD-20261121-' || upper(substr(md5(n::text), 1, 8)), t.id
    from generate_series(1, $1::int) n
    left join transactions t on t.reference_id = 'WD-20261121-' || upper(substr(md5(((n - 1) / 50 + 1)::text), 1, 8))
    order by n;
  insert into audit_events (at, environment, actor_kind, actor_id, actor_name, action, subject, detail)
    select date_trunc('second', now()) - ($1::int - n) * interval '1 second', 'sandbox',
      case n % 4 when 0 then 'user' else 'job' end, 'x', case n % 4 when 0 then 'ops' else 'process-deliveries' end,
      case n % 4 when 0 then 'withdrawal.requested' else 'transaction.status_changed' end,
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
  "what people did": { kind: "users" },
  "asked the service": { cause: ["asked"] },
  applied: { cause: ["applied"] },
  "a mismatch": { cause: ["mismatch"] },
  "contested (1 in 1000)": { cause: ["contested"] },
  "refused: wrong signature": { cause: ["wrong_signature"] },
  "signed rightly": { signature: ["valid"] },
  "signed wrongly": { signature: ["wrong"] },
  "a day": { kind: "delivery" },
  "an order": {},
  "a text: an ID": {},
  "a text: a UUID": {},
  "a text: what all say": { q: "completed" },
};

/** What hardly any body says is found immediately, in any number of bodies. */
const AT_ONCE = new Set(["an order", "a text: an ID", "a text: a UUID", "a name: a part, of one"]);

/** Users who may see names find by them. */
const NAMES: Record<string, Partial<ActivityFilter>> = {
  "a name: 1 in 120": { kind: "delivery", q: "タロウ" },
  "a name: 1 in 4800": { kind: "delivery", q: "サトウ　ハルト" },
  "a name: a part, of one": { kind: "delivery", q: "カタ" },
  "one character: 1 in 16": { kind: "delivery", q: "カ" },
};

const RARE: Record<string, Partial<ActivityFilter>> = {
  "a refusal, signed rightly (none)": { cause: ["wrong_signature"], signature: ["valid"] },
  "a name, contested": { cause: ["contested"], q: "タロウ" },
  "a word in no delivery": { kind: "delivery", q: "failed" },
  "two words, never together": { kind: "delivery", q: "bank completed" },
};

/** The middle of all that there is, however long ago it was made. */
async function middleOf({ client, rows }: Site): Promise<Date> {
  const { rows: newest } = await client.query<{ at: Date }>(
    "select received_at as at from deliveries where environment = 'sandbox' order by received_at desc limit 1",
  );
  return new Date(Number(newest[0]?.at) - (rows / 2) * 1000);
}

const as = ({ ctx }: Site, role: Role): Ctx =>
  ctx.actor.kind === "user" ? { ...ctx, actor: { ...ctx.actor, role } } : ctx;

/** What a screen shows without a further request, and how many steps it takes automatically. */
const SCREEN = 20;
const STEPS = 60;

async function fillScreen(site: Site, name: string, filter: Partial<ActivityFilter>) {
  const ctx = as(site, "ops");
  let [rows, steps, slowest, over] = [0, 0, 0, 0];
  for (let next: string | null = ""; next !== null && rows < SCREEN && steps < STEPS; steps += 1) {
    const reach = batchSizeOf(steps);
    const step = { kind: "all", ...filter, before: parseCursor(next) ?? undefined, reach } as const;
    const since = performance.now();
    const page = await readLog(ctx, step);
    slowest = Math.max(slowest, performance.now() - since);
    rows += page.entries.length;
    next = page.older;
    // Those that go equally far read equally much.
    if (steps > 0 && reach === batchSizeOf(steps - 1)) continue;
    const costs = await costsOf(site, () => readLog(ctx, step));
    over = Math.max(over, ...costs.map(({ blocks }) => blocks / reach));
  }
  const took = `${rows} rows in ${steps} steps; the slowest ${slowest.toFixed(0)} ms`;
  if (over > BLOCKS_AIM) failed += 1;
  console.log(`${name.padEnd(36)}${took}, ${over.toFixed(1)} blocks for each page's reach`);
}

/** Every filter with every other: the blocks of the first step, and of one in the middle of all. */
async function compareAll(site: Site) {
  const at = (await middleOf(site)).toISOString();
  const any = [undefined];
  const over: string[] = [];
  let pages = 0;
  for (const kind of ACTIVITY_KINDS)
    for (const cause of [...any, "waiting", ...EFFECTS, "wrong_signature", "unreadable", "too_large"] as const)
      for (const signature of [...any, ...SIGNATURES])
        for (const q of [...any, "completed", "タロウ", "カ", "failed", "t77"])
          for (const deep of [false, true]) {
            const before = deep ? { at, source: "d" as const, id: "80000000-0000-4000-8000-000000000000" } : undefined;
            const asked = { kind, cause: cause && [cause], signature: signature && [signature], q, before };
            const costs = await costsOf(site, () => readLog(as(site, "ops"), asked));
            const blocks = Math.max(0, ...costs.map((cost) => cost.blocks));
            pages += 1;
            if (blocks > BLOCKS_AIM) over.push(`${blocks} ${JSON.stringify({ ...asked, before: deep })}`);
          }
  failed += over.length;
  console.log(`\n${pages} pages by up to four filters: ${over.length} read more ${over.length === 0 ? "✓" : "✗"}`);
  for (const one of over.slice(0, 40)) console.log(one);
}

/** The same of the audit log, where a line of a rare kind lies in a block of its own. */
async function compareAudit(site: Site) {
  const order = await filterFor(site, "an order", false);
  const at = (await middleOf(site)).toISOString();
  const any = [undefined];
  let [most, pages, slowest] = [0, 0, 0];
  for (const who of [...any, "users", "00000000-0000-4000-8000-000000000000"])
    for (const action of [...any, "withdrawal.requested", "transaction.status_changed", "never.done"])
      for (const subject of [...any, order.order])
        for (const deep of [false, true]) {
          const before = deep ? { at, id: "1" } : undefined;
          const read = () =>
            readAudit(as(site, "admin"), {
              chain: "here",
              who: who === undefined ? who : [who],
              action: action === undefined ? action : [action],
              subject,
              before,
            });
          const costs = await costsOf(site, read);
          const began = performance.now();
          await read();
          slowest = Math.max(slowest, performance.now() - began);
          most = Math.max(most, ...costs.map(({ blocks }) => blocks));
          pages += 1;
        }
  if (most > BLOCKS_AIM) failed += 1;
  console.log(`${pages} pages of the audit log: at most ${most} blocks a query, ${slowest.toFixed(1)} ms a page`);
}

/** The filter as it is for this many entries, for the first page or for one in the middle of all that it lets through. */
async function filterFor(site: Site, name: string, deep: boolean): Promise<ActivityFilter> {
  const filter: ActivityFilter = { kind: "all", ...FILTERS[name], ...NAMES[name] };
  const middle = await middleOf(site);
  const id = `WD-20261121-${(await site.client.query<{ id: string }>(`select upper(substr(md5('77'), 1, 8)) as id`)).rows[0]?.id}`;
  if (name === "an order") filter.order = id;
  if (name === "a text: an ID") filter.q = id;
  if (name === "a text: a UUID") {
    filter.q = (await site.client.query<{ id: string }>(`select md5('t77')::uuid as id`)).rows[0]?.id;
  }
  if (name === "a day") filter.from = filter.to = middle.toISOString().slice(0, 10);
  if (deep) filter.before = parseCursor(`${middle.toISOString()}~d~00000000-0000-4000-8000-000000000000`) ?? undefined;
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
          return () => readLog(name in NAMES ? as(site, "ops") : site.ctx, filter);
        }),
      );
      const [small = Number.NaN, large = Number.NaN] = await timesOf(reads, PAGES_A_ROUND);
      const costs = await costsOf(many, async () => reads[1]?.());
      const blocks = Math.max(...costs.map((cost) => cost.blocks));
      const pages = await Promise.all(reads.map(async (read) => (await read()).entries.length));
      // Where few entries do not fill a page there is nothing to compare.
      const ratio = pages[0] === pages[1] ? large / small : null;
      const isScanned = costs.some((cost) => cost.isScanned);
      const isLost = AT_ONCE.has(name) && !deep && pages.includes(0);
      const holds = (ratio === null || ratio <= RATIO_AIM) && blocks <= BLOCKS_AIM && !isScanned && !isLost;
      if (!holds) failed += 1;
      const times = `${large.toFixed(2)} ms   ${ratio === null ? "  –   " : `${ratio.toFixed(2)} ×`}`;
      const mark = holds ? "✓" : "✗";
      console.log(
        `${name.padEnd(26)}${(deep ? "deep" : "first").padEnd(7)}${times}   ${String(blocks).padStart(4)} blocks ${mark}`,
      );
    }
  }
  console.log("\nStep after step, as the browser continues until a screen is full");
  for (const [name, filter] of Object.entries({ ...NAMES, ...RARE })) await fillScreen(many, name, filter);
  await compareAll(many);
  await compareAudit(many);
  await many.close();
}
console.log(`aims: ≤ ${RATIO_AIM} × and ≤ ${BLOCKS_AIM} blocks a query; ${failed} missed`);

await few.close();
await sites.end();
