import { randomUUID } from "node:crypto";
import { isNull, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { registrations } from "@/drizzle/schema/registrations";
import { transactions } from "@/drizzle/schema/transactions";
import type { Role } from "@/lib/auth/permissions";
import { nameKey, nameReadings, nearKeys } from "@/lib/japan/name-key";
import { searchHeld, suggestHeld } from "@/lib/search/commands";
import { findBanks } from "@/lib/search/queries";
import type { SearchView } from "@/lib/search/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { requested, requestedDeposit } from "../../support/orders";
import { registering } from "../../support/players";
import { costsOf, recordQueries } from "../../support/query-costs";

let context: TestContext;
let toYamada: Awaited<ReturnType<typeof requested>>;
let toSuzuki: Awaited<ReturnType<typeof requested>>;
let fromOono: Awaited<ReturnType<typeof requestedDeposit>>;
let stranger: { referenceId: string; transactionId: string };

beforeAll(async () => {
  context = await openTestContext();
  toYamada = await requested(context, { amount: "1,000,000", playerId: "p-20117" });
  const suzuki = { destinationAccountName: "スズキ　ショウイチ", destinationAccount: "7654321", playerId: "p-30001" };
  toSuzuki = await requested(context, { ...suzuki, amount: "8,000" });
  const oono = { payerAccountName: "オオノ　キョウコ", payerAccount: "5550123", playerId: "q-1" };
  fromOono = await requestedDeposit(context, { ...oono, amount: "5,000" });
  await registering(context, { playerId: "p-40001", userName: "ムラカミ　ハナコ" });
  // Registered where only this spelling is known.
  await registering(context, { playerId: "ｐ－５０００１", userName: "ヨコタ　ミノル" });
  stranger = { referenceId: "shop/2026-77", transactionId: randomUUID() };
  const at = new Date();
  const order = { type: "WITHDRAW", currency: "THB", amount: "1250.50", createdAt: at, updatedAt: at };
  await context.db.insert(transactions).values([
    { environment: "sandbox", ...stranger, ...order, playerId: "p-40001", status: "COMPLETED" },
    { environment: "sandbox", referenceId: "wide-1", ...order, amount: "7.50", playerId: "ｐ－５０００１" },
    { environment: "production", referenceId: toYamada.referenceId, transactionId: randomUUID(), ...order },
    { environment: "production", referenceId: "elsewhere-1", ...order, playerId: "p-20117" },
  ]);
});
afterAll(() => context.close());

const search = async (q: string, who: Role = "ops") => searchHeld(await context.as(who), { q });

/** What was found and why, the best first: `WD-… recipient exact`. */
const summary = ({ hits }: SearchView) =>
  hits.map((hit) => {
    const id = hit.kind === "order" ? hit.order.referenceId : `player ${hit.player.playerId}`;
    return `${id} ${hit.why.field} ${hit.why.how}`;
  });

describe("recorded orders and players are found by", () => {
  test("either id, exactly, and it is said that it is this one", async () => {
    for (const id of [stranger.referenceId, stranger.transactionId, stranger.transactionId.toUpperCase()]) {
      const found = await search(id);
      expect(found).toMatchObject({ exact: stranger.referenceId, asks: null });
      expect(found.hits).toHaveLength(1);
    }
    expect(summary(await search(toSuzuki.referenceId.toLowerCase()))).toEqual([
      `${toSuzuki.referenceId} referenceId exact`,
    ]);
  });

  test("the beginning of an id", async () => {
    expect(summary(await search("shop/20"))).toEqual(["shop/2026-77 referenceId begins"]);
    expect(summary(await search(stranger.transactionId.slice(0, 9)))).toEqual(["shop/2026-77 transactionId begins"]);
    expect(summary(await search("p-400"))).toEqual(["shop/2026-77 playerId begins", "player p-40001 playerId begins"]);
  });

  test("the beginning of an id in another case", async () => {
    const { referenceId } = toSuzuki;
    const prefix = referenceId.slice(0, -1).toLowerCase();
    expect(summary(await search(prefix))).toEqual([`${referenceId} referenceId begins`]);
    expect(summary(await search("SHOP/20"))).toEqual(["shop/2026-77 referenceId begins"]);
    const theirs = stranger.transactionId.slice(0, 9).toUpperCase();
    expect(summary(await search(theirs))).toEqual(["shop/2026-77 transactionId begins"]);
  });

  test("the beginning of a player's id, registered or not", async () => {
    for (const q of ["p-3", "p-300", "ｐ－３０００"])
      expect(summary(await search(q))).toEqual([`${toSuzuki.referenceId} playerId begins`]);
  });

  test("the end of an ID of ours, in any case, and the service is asked about it only on demand", async () => {
    const end = toYamada.referenceId.slice(-8);
    for (const q of [end, end.toLowerCase()]) {
      const found = await search(q, "support");
      expect(summary(found)).toEqual([`${toYamada.referenceId} referenceId ends`]);
      expect(found).toMatchObject({ exact: null, asks: { id: q, isLikely: false } });
    }
  });

  test("a player's id that is registered in full width, as it is typed", async () => {
    expect(summary(await search("ｐ－５０００１"))).toEqual([
      "wide-1 playerId exact",
      "player ｐ－５０００１ playerId exact",
    ]);
  });

  test("the end of a player's id, registered or not, is found by every role that may search", async () => {
    for (const who of ["ops", "support", "finance", "viewer"] as const) {
      for (const q of ["30001", "-30001", "３０００１"])
        expect(summary(await search(q, who)), who).toEqual([`${toSuzuki.referenceId} playerId ends`]);
      expect(summary(await search("40001", who)), who).toEqual([
        "shop/2026-77 playerId ends",
        "player p-40001 playerId ends",
      ]);
    }
    expect(summary(await search("01"))).toEqual([]);
  });

  test.each([
    ["30001 8000", "amount exact"],
    ["p-30001 8000", "playerId exact"],
    ["8,000円 p-300", "amount exact"],
    ["p-300 JPY 8000", "amount exact"],
    ["すずき 8000", "amount exact"],
    ["スズキ　ショウイチ p-300 321", "recipient exact"],
    ["7654321 p-30001", "playerId exact"],
  ])("words that each fit something of it: %s", async (q, why) => {
    expect(summary(await search(q))).toEqual([`${toSuzuki.referenceId} ${why}`]);
  });

  test("several words only where each of them fits the same order or player", async () => {
    for (const q of ["p-30001 1000000", "p-20117 8000", "やまだ 8000", "p-30001 8000 nothing-7", "p-30001 8000 THB"])
      expect(summary(await search(q)), q).toEqual([]);
    expect(summary(await search("ムラカミ p-40001"))).toEqual([
      "shop/2026-77 playerId exact",
      "player p-40001 playerId exact",
    ]);
  });

  test("a player's id: the registration, and the orders", async () => {
    expect(summary(await search("p-40001"))).toEqual(["shop/2026-77 playerId exact", "player p-40001 playerId exact"]);
  });

  test("a name that a player was registered under before: the player once, with the current name and status", async () => {
    const own = await openTestContext();
    onTestFinished(() => own.close());
    const now = (status: string) =>
      own.db.update(registrations).set({ status, submission: "accepted" }).where(isNull(registrations.supersededAt));
    await registering(own, { playerId: "p-50001", userName: "ナカムラ　タロ" });
    await now("FAILED");
    await registering(own, { playerId: "p-50001", userName: "ナカムラ　タロウ" });
    await now("REGISTERED");
    const ops = await own.as("ops");
    for (const q of ["ナカムラ", "ナカムラ　タロ", "ナカムラ　タロウ", "ナカムラ　タロ p-50001", "ナカムラ　ケロ"]) {
      const { hits } = await searchHeld(ops, { q });
      expect(hits, q).toMatchObject([
        { player: { playerId: "p-50001", userName: "ナカムラ　タロウ", status: "REGISTERED" } },
      ]);
      expect(hits, q).toHaveLength(1);
    }
  });

  test.each(["1,000,000", "100万", "¥1,000,000", "１００００００円", "JPY 1000000.00"])("the amount %s", async (q) => {
    expect(summary(await search(q))).toEqual([`${toYamada.referenceId} amount exact`]);
  });

  test("an amount in the currency that was said", async () => {
    expect(summary(await search("1250.5"))).toEqual(["shop/2026-77 amount exact"]);
    expect(summary(await search("1250.5 THB"))).toEqual(["shop/2026-77 amount exact"]);
    expect(summary(await search("1250.5 USDT"))).toEqual([]);
  });

  test.each(["ヤマダ　タロウ", "やまだたろう", "ﾔﾏﾀﾞ ﾀﾛｳ", "yamada taro", "タロウ ヤマダ", "ヤマダ タロー"])(
    "the recipient's name, written %s",
    async (q) => {
      expect(summary(await search(q))).toEqual([`${toYamada.referenceId} recipient exact`]);
    },
  );

  test("the beginning of a name, a word of it, and a name that is nearly so", async () => {
    const isSuzuki = (how: string) => [`${toSuzuki.referenceId} recipient ${how}`];
    expect(summary(await search("すず"))).toEqual(isSuzuki("begins"));
    expect(summary(await search("suzuk"))).toEqual(isSuzuki("begins"));
    expect(summary(await search("ショウイチ"))).toEqual(isSuzuki("near"));
    expect(summary(await search("ススキ シヨイチ"))).toEqual(isSuzuki("near"));
    expect(summary(await search("シヨイチ ススキ"))).toEqual(isSuzuki("near"));
    expect(summary(await search("スズキ ハナコ"))).toEqual([]);
  });

  test("the payer's name, long or short", async () => {
    expect(summary(await search("オノ キヨコ"))).toEqual([`${fromOono.referenceId} payer exact`]);
  });

  test("a player's registered name: the player, and orders that another system created", async () => {
    expect(summary(await search("ムラカミ"))).toEqual(["shop/2026-77 player begins", "player p-40001 player begins"]);
  });

  test("an account: whole, without its zero, and by its last digits", async () => {
    const isYamada = (how: string) => `${toYamada.referenceId} recipientAccount ${how}`;
    expect(summary(await search("0123456"))).toEqual([isYamada("exact")]);
    expect(summary(await search("012-3456"))).toEqual([isYamada("exact")]);
    expect(summary(await search("123456"))).toEqual([isYamada("exact")]);
    expect(summary(await search("•••3456"))).toEqual([isYamada("ends")]);
    expect(summary(await search("0123"))).toEqual([isYamada("begins"), `${fromOono.referenceId} payerAccount ends`]);
  });

  test("a bank's name or code", async () => {
    const ctx = await context.as("support");
    expect((await findBanks(ctx, { q: "みずほ" }))[0]).toMatchObject({ code: "0001" });
    expect((await findBanks(ctx, { q: "0005" }))[0]).toMatchObject({ code: "0005" });
    expect(await findBanks(ctx, { q: "x" })).toEqual([]);
  });
});

test("the best eight come first, and more on demand", async () => {
  const [at, later] = [new Date(), new Date(Date.now() + 60_000)];
  await context.db.insert(transactions).values(
    Array.from({ length: 11 }, (_none, n) => ({
      ...{ environment: "sandbox" as const, referenceId: `crowd-${n}`, type: "DEPOSIT", currency: "JPY", amount: "77" },
      ...{ partyName: "タカハシ　ケン", createdAt: n === 5 ? later : at, updatedAt: at },
    })),
  );
  const first = await search("タカハシ ケン");
  expect(first).toMatchObject({ hasMore: true, hits: { length: 8, 0: { order: { referenceId: "crowd-5" } } } });
  const all = await searchHeld(await context.as("ops"), { q: "タカハシ ケン", more: true });
  expect(all).toMatchObject({ hasMore: false, hits: { length: 11 } });
  expect(summary(all).slice(0, 8)).toEqual(summary(first));
});

test("the other environment's orders are never found, by any search", async () => {
  for (const q of ["elsewhere-1", "elsewhere", "p-20117", "1250.50", toYamada.referenceId])
    for (const { order } of (await search(q)).hits.flatMap((hit) => (hit.kind === "order" ? [hit] : [])))
      expect([toYamada.referenceId, stranger.referenceId]).toContain(order.referenceId);
  const { hits } = await search(toYamada.referenceId);
  expect(hits).toMatchObject([{ order: { amount: "1000000" } }]);
});

describe("who does not see names and accounts", () => {
  test("finds an order by a whole name, sees it masked, and leaves a line in the audit log", async () => {
    const found = await search("やまだ たろう", "support");
    expect(summary(found)).toEqual([`${toYamada.referenceId} recipient exact`]);
    expect(JSON.stringify(found)).not.toMatch(/ヤマダ|0123456/);
    expect(found.limit).toBe("whole_names_only");
    const lines = await context.db
      .select()
      .from(auditEvents)
      .where(sql`action = 'pii.compared'`)
      .orderBy(auditEvents.id);
    expect(lines.at(-1)).toMatchObject({ actorName: "support", detail: { found: [toYamada.referenceId] } });
    expect(JSON.stringify(lines.at(-1)?.detail)).not.toMatch(/ヤマダ|やまだ/);
  });

  test.each(["ヤ", "ヤマ", "ヤマダ", "ヤマダ シロウ", "ヤマタ タロウ", "タロウ", "012345", "3456", "56", "•••3456"])(
    "is not led to it by %s",
    async (q) => {
      expect(summary(await search(q, "support"))).toEqual([]);
    },
  );

  test("finds it by what a mask shows of an account, and by all of it", async () => {
    expect(summary(await search("456", "support"))).toEqual([`${toYamada.referenceId} recipientAccount ends`]);
    expect(summary(await search("0123456", "finance"))).toEqual([`${toYamada.referenceId} recipientAccount exact`]);
  });

  test("and may not even ask for one, compares nothing that is hidden", async () => {
    for (const q of ["ヤマダ　タロウ", "0123456", "ムラカミ　ハナコ"])
      expect(summary(await search(q, "viewer"))).toEqual([]);
    expect((await search("ヤマダ　タロウ", "viewer")).limit).toBe("no_names");
  });

  test.each([
    "ヤマダ　タロウ",
    "0123456",
    "ムラカミ　ハナコ",
    "456",
    "p-201",
    "やまだ たろう p-20117",
    "p-20117 123456",
  ])("is suggested what the page of results has, by %s", async (q) => {
    for (const role of ["support", "viewer"] as const) {
      const suggested = await suggestHeld(await context.as(role), { q });
      expect(suggested).toEqual(await search(q, role));
      expect(JSON.stringify(suggested.hits)).not.toMatch(/ヤマダ|0123456|ムラカミ/);
      if (role === "support") expect(suggested.hits).not.toEqual([]);
    }
  });

  test("leaves an entry in the audit log for what was suggested by a name, and none on the way to it", async () => {
    const ctx = await context.as("support");
    const compared = () =>
      context.db.select().from(auditEvents).where(sql`action = 'pii.compared'`).orderBy(auditEvents.id);
    const before = await compared();
    for (const q of ["やま", "やまだ", "やまだ た", "456", toYamada.referenceId]) await suggestHeld(ctx, { q });
    expect(await compared()).toHaveLength(before.length);
    await suggestHeld(ctx, { q: "やまだ たろう" });
    const after = await compared();
    expect(after).toHaveLength(before.length + 1);
    expect(after.at(-1)).toMatchObject({ actorName: "support", detail: { found: [toYamada.referenceId] } });
    await suggestHeld(ctx, { q: "ムラカミ　ハナコ 1250.5" });
    expect((await compared()).at(-1)).toMatchObject({ detail: { found: [stranger.referenceId] } });
  });
});

test("an unknown id is offered for a status check", async () => {
  expect(await search("WD-20261121-00000000")).toMatchObject({
    hits: [],
    exact: null,
    asks: { id: "WD-20261121-00000000", isLikely: true },
  });
  expect(await search("12000")).toMatchObject({ asks: { isLikely: false } });
  expect(await search(" ")).toMatchObject({ hits: [], asks: null });
});

test.each(["%", "_", "\\", "'; drop table parties; --", "\0", "\ud800", "a".repeat(5_000), "🙂", "null"])(
  "%j is looked for and finds nothing",
  async (q) => {
    expect((await search(q)).hits).toEqual([]);
  },
);

// What is written down is folded by the database, what is typed by us.
test("the database folds a name as we do", async () => {
  const letters = fc.constantFrom(
    ..."アァイウオカガクコゴサザシジスズソタダチヂツッヅトドナノハバパヒフヘホボポマモヤャユュヨョラロワヲンヴヵヶー・　 ａAzわがょぱ゛゜ﾀﾞｶﾟ）-ｰ9".split(
      "",
    ),
  );
  const names = fc.sample(
    fc.array(letters, { minLength: 1, maxLength: 12 }).map((some) => some.join("")),
    { numRuns: 400, seed: 7 },
  );
  const { rows } = await context.db.execute<{ name: string; key: string; near: string[] }>(
    sql`select name, name_key(name) as key, name_near(name) as near
      from unnest(${sql.param(names)}::text[]) as names (name)`,
  );
  expect(rows).toHaveLength(names.length);
  for (const { name, key, near } of rows) {
    expect(key, name).toBe(nameKey(name));
    // A user who types it as it was written finds it.
    const [reading] = nameReadings(name).slice(-1);
    const wanted = reading ? nearKeys(reading) : [];
    if (wanted.length > 0)
      expect(
        wanted.some((one) => near.includes(one)),
        name,
      ).toBe(true);
    if (reading) expect(reading.key, name).toBe(key);
  }
});

/** The index, and a block for each row that is shown. */
const FEW = 60;

test("each query of a search reads a few blocks, and no table whole", async () => {
  const large = await openTestContext();
  onTestFinished(() => large.close());
  await large.db.execute(sql`
    insert into transactions (environment, reference_id, transaction_id, type, currency, amount, player_id, party_name,
      party_account, created_at, updated_at)
    select 'sandbox', 'MANY-' || lpad(n::text, 5, '0'), md5(n::text)::uuid::text, 'WITHDRAW', 'JPY', 1 + n % 100,
      'player-' || n % 50, (array['サトウ', 'スズキ', 'タカハシ', 'ワタナベ'])[1 + n % 4] || '　' ||
        (array['ハルト', 'ユイ', 'タロウ', 'ミサキ', 'ケンジ'])[1 + n % 5], lpad((n * 7919)::text, 7, '0'),
      now() - n * interval '1 minute', now()
    from generate_series(1, 3000) n`);
  // So many names that no planner reads their neighbours whole.
  await large.db.execute(sql`
    insert into party_names
      select 'sandbox', name_key(name), array_to_string(name_words(name), ' '), name_near(name) from (
        select distinct party_name as name from transactions
        union
        select translate(substr(md5(n::text), 1, 6), '0123456789abcdef', 'アカサタナハマヤラワイキシチニヒ')
          from generate_series(1, 2000) n) named on conflict do nothing`);
  for (const table of ["transactions", "party_near", "registrations"])
    await large.db.execute(sql.raw(`vacuum (analyze) ${table}`));
  const { db, asked } = recordQueries(large.pool);
  const ctx = { ...(await large.as("ops")), db };
  const typed = [
    "MANY-00077",
    "MANY-000",
    "28dd2c",
    "player-7",
    "player-4",
    "er-17",
    "¥50",
    "0007919",
    "•••919",
    "MANY0077",
  ];
  for (const q of [...typed, "サトウ　ハルト", "サト", "タロウ", "スズカ　ユイ", "ヌヌヌネネネ"]) {
    const costs = await costsOf({ client: large.pool, asked }, () => suggestHeld(ctx, { q }));
    expect(costs.length, q).toBeGreaterThan(0);
    for (const { blocks, isScanned, sql: text } of costs)
      expect([blocks <= FEW, isScanned, q, text]).toEqual([true, false, q, text]);
  }
  // Each of several words is compared with up to 200 that fit the others.
  for (const q of ["player-7 ¥8", "サトウ　ハルト 0007919"])
    for (const { blocks, isScanned, sql: text } of await costsOf({ client: large.pool, asked }, () =>
      suggestHeld(ctx, { q }),
    ))
      expect([blocks <= 5 * FEW, isScanned, q, text]).toEqual([true, false, q, text]);
});
