import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { deliveries } from "@/drizzle/schema/deliveries";
import { transactions } from "@/drizzle/schema/transactions";
import { parseCursor } from "@/lib/activity/cursor";
import { getDelivery, getLogEntry, readLog } from "@/lib/activity/queries";
import {
  type ActivityEntry,
  type ActivityFilter,
  activityFilter,
  type LogPage,
  openedEntry,
} from "@/lib/activity/schema";
import type { Ctx } from "@/lib/auth/context";
import type { Effect, Refusal, Signature } from "@/lib/callbacks/delivery";
import { processDeliveries } from "@/lib/callbacks/process-delivery";
import { recheckDelivery } from "@/lib/callbacks/recheck";
import { canonical, sign } from "@/lib/payments-api/sign";
import { applyStatusReport } from "@/lib/transactions/status/apply-status-report";
import { openTestContext, type TestContext } from "../../support/context";
import { orderOf, requested } from "../../support/orders";
import { registering } from "../../support/players";
import { costsOf, recordQueries } from "../../support/query-costs";

let context: TestContext;
let support: Ctx;
beforeEach(async () => {
  context = await openTestContext();
  support = await context.as("support");
});
afterEach(() => context.close());

type Came = {
  minutes?: number;
  signature?: Signature;
  refusal?: Refusal | null;
  effect?: Effect | null;
  body?: string;
};

/** A delivery received that many minutes after the context was opened, as ingestion stores it. */
async function came({ minutes = 0, signature = "absent", refusal = null, effect = null, body = "{}" }: Came = {}) {
  const receivedAt = new Date(context.clock.now.getTime() + minutes * 60_000);
  const answered = refusal === null ? 200 : 400;
  const values = {
    environment: "sandbox" as const,
    receivedAt,
    headers: { a: "b" },
    signature,
    refusal,
    effect,
    answered,
  };
  const [kept] = await context.db
    .insert(deliveries)
    .values({ ...values, body: Buffer.from(body) })
    .returning({ id: deliveries.id });
  return kept!.id;
}

const idsOf = (entries: ActivityEntry[]) => entries.map(({ id }) => id);
const shown = async (filter: Partial<ActivityFilter>) =>
  idsOf((await readLog(support, { kind: "all", ...filter })).entries);
const shownOfDeliveries = (filter: Partial<ActivityFilter>) => shown({ kind: "delivery", ...filter });

test("a discrepancy names its order", async () => {
  const order = await requested(context);
  const job = await context.as("job");
  for (const status of ["COMPLETED", "FAILED"])
    await context.db.transaction((tx) => applyStatusReport(tx, job, order.id, { source: "query", status }, {}));
  const { entries } = await readLog(support, { kind: "audit" });
  expect(entries.find((entry) => entry.kind === "audit" && entry.action === "discrepancy.recorded")).toMatchObject({
    referenceId: order.referenceId,
    order: { type: "WITHDRAW" },
  });
});

test("an order's entries are found by its ID in full width or another case, too", async () => {
  const { referenceId } = await requested(context);
  const wide = referenceId.replaceAll(/[!-~]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
  const found = async (filter: Partial<ActivityFilter>) =>
    idsOf((await readLog(support, { kind: "all", ...filter })).entries);
  const all = await found({ q: referenceId });
  expect(all).toHaveLength(1);
  for (const typed of [wide, referenceId.toLowerCase()]) {
    expect([typed, await found({ q: typed }), await found({ order: typed })]).toEqual([typed, all, all]);
  }
});

describe("what a body says", () => {
  test("is found by a part of it where it is not Latin: in any width, written out or as numbers, by who may see names", async () => {
    const name = JSON.stringify({ payer_name: "ヤマダ　タロウ", status: "COMPLETED" });
    const escaped = name.replaceAll(/[^\0-\x7f]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
    const [plain, numbers] = [await came({ minutes: 1, body: name }), await came({ minutes: 2, body: escaped })];
    const endless = await came({ minutes: 3, body: JSON.stringify({ payer_name: `終${"わりなき名".repeat(700)}` }) });
    const latin = await came({ minutes: 4, body: JSON.stringify({ payer_name: "x1y2z".repeat(2_000) }) });
    await came({ minutes: 5, body: '{"payer_name":"ダマヤ"}' });
    await came({ minutes: 6, body: '{"broken":"\\u30e4' });
    const ops = await context.as("ops");
    const found = async (q: string) => idsOf((await readLog(ops, { kind: "delivery", q })).entries);
    for (const q of ["ヤマダ", "ﾔﾏﾀﾞ", "マダ", "タロウ", "ヤマダ　タロウ", "ヤマダ completed", "ロ"])
      expect([q, await found(q)]).toEqual([q, [numbers, plain]]);
    for (const q of ["ヤマダタ", "ヤマト", "ヤマダ failed", "…"]) expect([q, await found(q)]).toEqual([q, []]);
    expect(await found("終わりなき")).toEqual([endless]);
    expect(await found("x1y2z".repeat(30))).toEqual([latin]);
    expect(await shownOfDeliveries({ q: "ヤマダ" })).toEqual([]);
    expect(await shownOfDeliveries({ q: "completed" })).toEqual([numbers, plain]);
  });

  test("is found page by page, however many say it and wherever they lie", async () => {
    await context.db.execute(sql`
      insert into deliveries (environment, received_at, headers, body, signature, answered)
      select 'sandbox', ${context.clock.now.toISOString()}::timestamptz - (n / 3) * interval '7 minutes', '{}',
        convert_to(case when n % 4 = 1 or n > 250 then '{"id":"A1B2C3","name":"スズキ","status":"PAID"}' else '{"status":"PAID"}' end, 'UTF8'),
        'absent', 200
      from generate_series(1, 400) n`);
    const ops = await context.as("ops");
    for (const [q, count] of [
      ["スズキ", 213],
      ["a1b2c3", 213],
      ["paid", 400],
      ["paid スズキ", 213],
    ] as const) {
      const all: ActivityEntry[] = [];
      let before: ActivityFilter["before"];
      do {
        const page: LogPage = await readLog(ops, { kind: "delivery", q, before });
        all.push(...page.entries);
        before = page.older === null ? undefined : activityFilter.parse({ before: page.older }).before;
      } while (before);
      expect([q, new Set(idsOf(all)).size, all.length]).toEqual([q, count, count]);
      const times = all.map(({ at: time }) => time);
      expect(times).toEqual(times.toSorted().toReversed());
    }
  });
});

describe("the filters", () => {
  test("by what became of a callback", async () => {
    const waiting = await came({ minutes: 1 });
    const applied = await came({ minutes: 2, signature: "valid", effect: "applied" });
    const mismatch = await came({ minutes: 3, effect: "mismatch" });
    const forged = await came({ minutes: 4, signature: "wrong", refusal: "wrong_signature" });
    expect(await shown({ cause: ["waiting"] })).toEqual([waiting]);
    expect(await shown({ cause: ["applied"] })).toEqual([applied]);
    expect(await shown({ cause: ["mismatch"] })).toEqual([mismatch]);
    expect(await shown({ cause: ["wrong_signature"] })).toEqual([forged]);
    expect(await shown({ signature: ["absent"] })).toEqual([mismatch, waiting]);
    expect(await shown({ signature: ["absent"], cause: ["mismatch"] })).toEqual([mismatch]);
    expect(await shown({ cause: ["waiting", "wrong_signature"] })).toEqual([forged, waiting]);
    expect(await shown({ signature: ["valid", "wrong"] })).toEqual([forged, applied]);
    expect(await shown({ signature: ["valid", "absent"], cause: ["applied", "mismatch"] })).toEqual([
      mismatch,
      applied,
    ]);
  });

  test("by kind: what came in, what was done, what people did", async () => {
    const delivery = await came({ minutes: -1 });
    const order = await requested(context);
    const kinds = async (kind: ActivityFilter["kind"]) => (await readLog(support, { kind })).entries;
    expect(idsOf(await kinds("delivery"))).toEqual([delivery]);
    expect((await kinds("users")).every((entry) => entry.kind === "audit" && entry.actor.kind === "user")).toBe(true);
    expect((await kinds("users")).map(({ referenceId }) => referenceId)).toContain(order.referenceId);
    expect((await kinds("all")).length).toBe((await kinds("audit")).length + 1);
  });

  test("by order: everything that came for it and that was done to it, and nothing else", async () => {
    const [order, other] = [await requested(context), await requested(context)];
    const mine = await came();
    await context.db.update(deliveries).set({ transactionRow: order.id }).where(eq(deliveries.id, mine));
    await came();
    const { entries } = await readLog(support, { kind: "all", order: order.referenceId });
    expect(entries.length).toBeGreaterThan(1);
    expect(new Set(entries.map(({ referenceId }) => referenceId))).toEqual(new Set([order.referenceId]));
    expect(idsOf(entries)).toContain(mine);
    expect(other.referenceId).not.toBe(order.referenceId);
    expect(await shown({ order: "unknown" })).toEqual([]);
  });

  test("by Tokyo days, both included", async () => {
    context.clock.now = new Date("2026-11-20T15:00:00Z"); // The first moment of the 21st in Tokyo.
    const [before, first, last, after] = [
      await came({ minutes: -1 }),
      await came(),
      await came({ minutes: 1439 }),
      await came({ minutes: 1440 }),
    ];
    expect(await shownOfDeliveries({ from: "2026-11-21", to: "2026-11-21" })).toEqual([last, first]);
    expect(await shownOfDeliveries({ from: "2026-11-22" })).toEqual([after]);
    expect(await shownOfDeliveries({ to: "2026-11-20" })).toEqual([before]);
  });

  test.each([
    ["the whole id", "WD-20261121-AB12"],
    ["in another case", "wd-20261121-ab12"],
    ["a part of it", "20261121-AB12"],
    ["a UUID", "550e8400-e29b-41d4-a716-446655440000"],
    ["a word", "completed"],
  ])("by a word of the body: %s", async (_what, q) => {
    const body = JSON.stringify({
      reference_id: "WD-20261121-AB12",
      transaction_id: "550e8400-e29b-41d4-a716-446655440000",
      status: "COMPLETED",
    });
    const found = await came({ body });
    await came({ body: JSON.stringify({ reference_id: "WD-20261121-AB13" }) });
    await came({ body: "\u0000 not text \xff" });
    expect(await shownOfDeliveries({ q })).toEqual([found]);
  });

  test("what makes no sense in an address filters nothing", () => {
    const nonsense = {
      kind: "x",
      cause: "x",
      signature: ["a", "b"],
      from: "2026-02-31",
      to: "",
      q: "",
      order: "",
      before: "1'; drop",
    };
    expect(activityFilter.parse(nonsense)).toEqual({ kind: "all" });
  });
});

describe("pages", () => {
  test("follow each other without a gap or a repeat, also where much happened at the same moment", async () => {
    for (let count = 0; count < 40; count += 1) await came({ minutes: Math.floor(count / 20) });
    const at = context.clock.now;
    const who = { actorKind: "job", actorId: "x", actorName: "x", action: "transaction.status_changed", subject: "x" };
    await context.db
      .insert(auditEvents)
      .values(Array.from({ length: 20 }, () => ({ at, environment: "sandbox" as const, ...who })));

    const all: ActivityEntry[] = [];
    let before: ActivityFilter["before"];
    for (let pages = 0; pages < 10; pages += 1) {
      const page = await readLog(support, { kind: "all", ...(before && { before }) });
      all.push(...page.entries);
      if (page.older === null) break;
      before = activityFilter.parse({ before: page.older }).before;
      expect(before).toBeDefined();
    }
    const { length } = await context.db.select().from(auditEvents).where(eq(auditEvents.environment, "sandbox"));
    expect(all).toHaveLength(40 + length);
    expect(new Set(all.map(({ kind, id }) => `${kind} ${id}`)).size).toBe(all.length);
    const times = all.map(({ at: time }) => time);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  test("an entry is read by its address, though many came since", async () => {
    const order = await requested(context);
    const delivery = await came();
    await context.db.update(deliveries).set({ transactionRow: order.id }).where(eq(deliveries.id, delivery));
    const { entries } = await readLog(support, { kind: "all" });
    expect(entries.length).toBeGreaterThan(1);
    for (let count = 0; count < 30; count += 1) await came({ minutes: 1 });
    const newest = idsOf((await readLog(support, { kind: "all" })).entries);
    for (const entry of entries) {
      expect(newest).not.toContain(entry.id);
      const asked = openedEntry.parse({ entry: entry.id }).entry!;
      expect(await getLogEntry(support, asked)).toEqual(entry);
      expect(await getLogEntry({ ...support, environment: "production" }, asked)).toBeNull();
    }
    for (const entry of ["", "x", "1'; drop", undefined]) expect(openedEntry.parse({ entry })).toEqual({});
  });

  test("another environment's are never among them", async () => {
    const id = await came();
    expect((await readLog({ ...support, environment: "production" }, { kind: "all" })).entries).toEqual([]);
    expect(
      await getDelivery({ ...(await context.as("finance")), environment: "production" }, { deliveryId: id }),
    ).toBeNull();
  });
});

const story = (referenceId: string, more: Record<string, unknown> = {}) => ({
  transaction_id: randomUUID(),
  reference_id: referenceId,
  status: "COMPLETED",
  type: "WITHDRAW",
  amount: "12000",
  currency: "JPY",
  ...more,
});

describe("a delivery in the log", () => {
  test("shows what it said once it was judged, cut short where it says too much", async () => {
    const order = await requested(context);
    const id = await came({ body: JSON.stringify(story(order.referenceId, { status: "Z".repeat(250) })) });
    await context.db.update(deliveries).set({ transactionRow: order.id }).where(eq(deliveries.id, id));
    await processDeliveries(await context.as("job"));
    const { entries } = await readLog(support, { kind: "delivery" });
    expect(entries).toMatchObject([
      { referenceId: order.referenceId, said: { status: "Z".repeat(40), money: { currency: "JPY", amount: "12000" } } },
    ]);
  });

  test("of a registration names its player, whom the service writes with the merchant's number", async () => {
    const { id: registrationRow, playerId } = await registering(context);
    const body = { event: "kyc.status", player_id: `10001_${playerId}`, currency: "JPY", status: "REGISTERED" };
    const id = await came({ body: JSON.stringify(body) });
    await context.db.update(deliveries).set({ registrationRow }).where(eq(deliveries.id, id));
    await processDeliveries(await context.as("job"));
    const { entries } = await readLog(support, { kind: "delivery" });
    expect(entries).toMatchObject([{ playerId, referenceId: null, said: { playerId: `10001_${playerId}` } }]);
  });

  test("can be checked again: verified with the secret of today, and its order is asked about", async () => {
    const order = await requested(context);
    await context.db
      .update(transactions)
      .set({ submission: "accepted", nextPollAt: null })
      .where(eq(transactions.id, order.id));
    const fields = story(order.referenceId);
    const id = await came({ body: JSON.stringify(fields), signature: "wrong", refusal: "wrong_signature" });
    const ops = await context.as("ops");
    const row = eq(deliveries.id, id);
    await context.db.update(deliveries).set({ transactionRow: order.id }).where(row);
    expect(await recheckDelivery(ops, { deliveryId: id })).toEqual({
      ok: true,
      value: { signature: "absent", asks: true },
    });
    expect((await orderOf(context, order.referenceId)).nextPollAt).toEqual(context.clock.now);
    expect(await context.db.select().from(deliveries).where(row)).toMatchObject([{ signature: "wrong", effect: null }]);

    const signed = await came({ body: JSON.stringify(fields) });
    const header = sign(canonical(fields), ops.secretKey);
    const moved = await context.db.select().from(deliveries).where(eq(deliveries.id, signed));
    const copy = { ...moved[0]!, id: randomUUID(), headers: { "x-signature": header } };
    await context.db.insert(deliveries).values(copy);
    const again = await recheckDelivery(ops, { deliveryId: copy.id });
    expect(again).toEqual({ ok: true, value: { signature: "valid", asks: false } });
    const done = (await readLog(support, { kind: "users" })).entries;
    expect(done).toMatchObject([
      { action: "delivery.rechecked", subject: copy.id },
      { action: "delivery.rechecked" },
      {},
    ]);
  });
});

describe("a page of the log among more deliveries than one window has", () => {
  /** So many, two a minute, without the triggers, which this does not test. */
  async function fill(count: number, effect: string, name: string) {
    await context.pool.query(
      `begin; set local session_replication_role = replica;
       insert into deliveries (environment, received_at, headers, body, signature, answered, effect, said)
       select 'sandbox', '${context.clock.now.toISOString()}'::timestamptz - (n / 2) * interval '1 minute', '{}',
         convert_to(format('{"status":"PAID","name":"%s"}', ${name}), 'UTF8'),
         (case when n % 1000 = 1 then 'wrong' else 'absent' end)::delivery_signature, 200,
         (${effect})::delivery_effect, '{}'
       from generate_series(1, ${count}) n;
       commit`,
    );
  }
  beforeEach(async () => {
    const name = "case when n = 20777 then 'ヌカタ' when n % 100 = 0 then 'スズキ' else 'x' end";
    await fill(25_000, "case when n % 200 = 0 then 'contested' else 'asked' end", name);
    await context.pool.query("vacuum (analyze) deliveries");
  }, 60_000);

  /** Every page of it, as a screen goes on that is not full. */
  async function followed(filter: Partial<ActivityFilter>) {
    const ops = await context.as("ops");
    const found: string[] = [];
    let steps = 0;
    for (let next: string | null = ""; next !== null; steps += 1) {
      const before = parseCursor(next) ?? undefined;
      const page: LogPage = await readLog(ops, { kind: "delivery", ...filter, before });
      found.push(...idsOf(page.entries));
      next = page.older;
    }
    return { found, steps };
  }

  test("goes on until all is found, each once, however much or little of it there is", async () => {
    for (const [filter, count] of [
      [{ q: "ヌカタ" }, 1],
      [{ q: "スズキ" }, 250],
      [{ q: "スズキ", cause: ["contested"] }, 125],
      [{ q: "x", cause: ["contested"] }, 0],
      [{ cause: ["asked"], signature: ["wrong"] }, 25],
      [{ cause: ["contested", "waiting"], signature: ["valid", "absent"] }, 125],
    ] as [Partial<ActivityFilter>, number][]) {
      const { found, steps } = await followed(filter);
      expect([filter, new Set(found).size, found.length, steps <= 15]).toEqual([filter, count, count, true]);
    }
  });

  test("finds what waits to be judged with the rest, whether few wait or many", async () => {
    expect(await followed({ q: "ヌカタ" })).toMatchObject({ found: { length: 1 }, steps: 1 });
    await fill(10, "null", "'ヌカタ'");
    expect(await followed({ q: "ヌカタ" })).toMatchObject({ found: { length: 11 }, steps: 1 });
    await fill(1_000, "null", "'ヌカタ'");
    expect(new Set((await followed({ q: "ヌカタ" })).found).size).toBe(1_011);
  });

  test("is read without the whole table", async () => {
    const { db, asked } = recordQueries(context.pool);
    const ctx = { ...(await context.as("ops")), db };
    const before = { at: context.clock.now.toISOString(), source: "d" as const, id: randomUUID() };
    const filters: Partial<ActivityFilter>[] = [
      ...[{}, { cause: ["contested" as const] }, { cause: ["waiting" as const] }, { signature: ["wrong" as const] }],
      ...[{ from: "2020-01-01" }, { q: "ヌカタ" }, { q: "paid" }, { q: "スズキ", cause: ["contested" as const] }],
      ...[{ cause: ["asked" as const], signature: ["wrong" as const] }, { cause: ["waiting", "contested"] as const }],
    ].map(({ cause, ...more }) => ({ ...more, ...(cause && { cause: [...cause] }) }));
    const over = [];
    for (const filter of filters)
      for (const place of [undefined, before]) {
        const read = () => readLog(ctx, { kind: "delivery", ...filter, before: place });
        const costs = await costsOf({ client: context.pool, asked }, read);
        over.push(...costs.filter(({ isScanned }) => isScanned).map(({ blocks }) => [filter, place, blocks]));
      }
    expect(over).toEqual([]);
  });
});
