import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { Client } from "pg";
import { parseCursor } from "@/lib/activity/cursor";
import { readLog } from "@/lib/activity/queries";
import { ACTIVITY_KINDS, type ActivityFilter } from "@/lib/activity/schema";
import { readAudit } from "@/lib/audit/queries";
import { type AuditFilter, auditFilter } from "@/lib/audit/schema";
import { EFFECTS, SIGNATURES } from "@/lib/callbacks/delivery";
import { median } from "./figures";
import { GIVEN, SURNAMES } from "./many-orders";
import { FEW, MANY, openSites, type Site } from "./sites";

/*
 * What a page of the event log and of the audit log costs among very many entries, beside the same page among few.
 */

const MANIES = [MANY, ...(process.env.BENCH_TEN_MILLION ? [10_000_000] : [])];
/** In milliseconds: a page by no filter or one, and a step of the search by any other combination. */
const [SINGLE_AIM, ANY_AIM] = [200, 500];
const RATIO_AIM = 2;
const PAGES = 20;

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

/** The referenceId of the order that the nth callback is of. */
const orderAt = (n: number) =>
  `WD-20261121-${createHash("md5").update(String(n)).digest("hex").slice(0, 8).toUpperCase()}`;

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
  "waiting (none)": { cause: ["waiting"] },
  "refused: wrong signature": { cause: ["wrong_signature"] },
  "signed rightly": { signature: ["valid"] },
  "signed wrongly": { signature: ["wrong"] },
  "an order": { order: orderAt(77) },
  "a text: an ID": { q: orderAt(77) },
  "a text: what all say": { q: "completed" },
  "a name: a part, of one": { kind: "delivery", q: "カタ" },
};

/** What is looked for in window after window. */
const SEARCHED: Record<string, Partial<ActivityFilter>> = {
  "a name: 1 in 120": { kind: "delivery", q: "タロウ" },
  "a name: 1 in 4800": { kind: "delivery", q: "サトウ　ハルト" },
  "one character: 1 in 16": { kind: "delivery", q: "カ" },
  "a refusal, signed rightly (none)": { cause: ["wrong_signature"], signature: ["valid"] },
  "a name, contested": { cause: ["contested"], q: "タロウ" },
  "a word in no delivery": { kind: "delivery", q: "failed" },
  "two words, never together": { kind: "delivery", q: "bank completed" },
};

/** In the middle of all that there is. */
async function middleOf({ client, rows }: Site): Promise<Date> {
  const { rows: newest } = await client.query<{ at: Date }>(
    "select received_at as at from deliveries where environment = 'sandbox' order by received_at desc limit 1",
  );
  return new Date(Number(newest[0]?.at) - (rows / 2) * 1000);
}

/** Milliseconds of a page, in ascending order. */
async function timesOf(read: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let page = 0; page <= PAGES; page += 1) {
    const began = performance.now();
    await read();
    // The first fills the caches.
    if (page > 0) times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b);
}

const p95 = (times: number[]) => times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
let missed = 0;
const tell = (name: string, figures: string, holds: boolean) => {
  if (!holds) missed += 1;
  console.log(`${name.padEnd(44)}${figures} ${holds ? "✓" : "✗"}`);
};

async function compare(name: string, reads: (() => Promise<unknown>)[]) {
  const [small = [], large = []] = [await timesOf(reads[0]!), await timesOf(reads[1]!)];
  // A few milliseconds more are noise, at any ratio.
  const ratio = median(large) / Math.max(median(small), 5);
  const holds = p95(large) <= SINGLE_AIM && ratio <= RATIO_AIM;
  tell(name, `${p95(large).toFixed(1).padStart(7)} ms ${ratio.toFixed(2).padStart(6)} ×`, holds);
}

/** What a screen shows without a further request, and how many steps it takes automatically. */
const SCREEN = 20;
const STEPS = 60;

/** Step by step, as the browser goes on until a screen is full. */
async function fillScreen({ ctx }: Site, name: string, filter: Partial<ActivityFilter>) {
  let [rows, steps, slowest] = [0, 0, 0];
  const since = performance.now();
  for (let next: string | null = ""; next !== null && rows < SCREEN && steps < STEPS; steps += 1) {
    const began = performance.now();
    const page = await readLog(ctx, { kind: "all", ...filter, before: parseCursor(next) ?? undefined });
    slowest = Math.max(slowest, performance.now() - began);
    rows += page.entries.length;
    next = page.older;
  }
  const took = `${rows} rows in ${steps} steps, ${(performance.now() - since).toFixed(0)} ms; the slowest`;
  tell(name, `${took} ${slowest.toFixed(0)} ms`, slowest <= ANY_AIM);
}

/** Every filter with every other: the first step, and one in the middle of all. */
async function compareAll(site: Site, before: ActivityFilter["before"]) {
  const any = [undefined];
  const slow: string[] = [];
  let pages = 0;
  for (const kind of ACTIVITY_KINDS)
    for (const cause of [...any, "waiting", ...EFFECTS, "wrong_signature", "unreadable", "too_large"] as const)
      for (const signature of [...any, ...SIGNATURES])
        for (const q of [...any, "completed", "タロウ", "カ", "failed", "t77"])
          for (const place of [undefined, before]) {
            const asked = { kind, cause: cause && [cause], signature: signature && [signature], q, before: place };
            const began = performance.now();
            await readLog(site.ctx, asked);
            const took = performance.now() - began;
            pages += 1;
            if (took > ANY_AIM) slow.push(`  ${took.toFixed(0)} ms ${JSON.stringify(asked)}`);
          }
  tell(`${pages} pages by up to four filters`, `${slow.length} over ${ANY_AIM} ms`, slow.length === 0);
  for (const one of slow.slice(0, 20)) console.log(one);
}

/** The same of the audit log. */
async function compareAudit(site: Site, at: string) {
  const any = [undefined];
  let [slowest, pages] = [0, 0];
  for (const who of [...any, "users", "00000000-0000-4000-8000-000000000000"])
    for (const action of [...any, "withdrawal.requested", "transaction.status_changed", "never.done"])
      for (const subject of [...any, orderAt(77)])
        for (const before of [undefined, `${at}~1`]) {
          const asked: AuditFilter = auditFilter.parse({ who, action, subject, before });
          const times = await timesOf(() => readAudit(site.ctx, asked));
          slowest = Math.max(slowest, p95(times));
          pages += 1;
        }
  tell(`${pages} pages of the audit log`, `the slowest ${slowest.toFixed(1)} ms`, slowest <= SINGLE_AIM);
}

const sites = await openSites();
const few = await sites.open("log", FEW, "admin", fill);
for (const rows of MANIES) {
  const many = await sites.open("log", rows, "admin", fill);
  console.log(
    `\nThe log: a page among ${rows.toLocaleString("en")} callbacks and as many actions, beside ${FEW.toLocaleString("en")}; p95 of ${PAGES}`,
  );
  const middles = await Promise.all([few, many].map(middleOf));
  const places = middles.map((at) => ({
    at: at.toISOString(),
    source: "d" as const,
    id: "00000000-0000-4000-8000-000000000000",
  }));
  for (const [name, filter] of Object.entries(FILTERS))
    for (const isDeep of [false, true]) {
      const reads = [few, many].map(
        ({ ctx }, at) =>
          () =>
            readLog(ctx, { kind: "all", ...filter, before: isDeep ? places[at] : undefined }),
      );
      await compare(`${name}${isDeep ? ", from the middle on" : ""}`, reads);
    }
  await compare(
    "a day in the middle",
    [few, many].map(({ ctx }, at) => () => {
      const day = middles[at]?.toISOString().slice(0, 10);
      return readLog(ctx, { kind: "delivery", from: day, to: day });
    }),
  );
  for (const [name, filter] of Object.entries(SEARCHED)) await fillScreen(many, name, filter);
  await compareAll(many, places[1]);
  await compareAudit(many, places[1]?.at ?? "");
  await many.close();
}
console.log(`aims: ≤ ${SINGLE_AIM} ms and ≤ ${RATIO_AIM} ×, any other step ≤ ${ANY_AIM} ms; ${missed} missed`);
await few.close();
await sites.end();
