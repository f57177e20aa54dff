import { eq, like, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import {
  addressOf,
  listStatusOf,
  type OrderFilter,
  SHOWN_STATES,
  SORTS,
  type Sort,
} from "@/lib/transactions/list/filter";
import { listOrders } from "@/lib/transactions/list/list";
import { type OrderPage, ordersAsked } from "@/lib/transactions/schema";
import { SOURCES, STATUSES } from "@/lib/transactions/status/status";
import { SUBMISSIONS } from "@/lib/transactions/submission/submission";
import { costsOf, overheard } from "../../support/blocks";
import { openWorld, type World } from "../../support/context";

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.delete(transactions);
});

type Values = Partial<typeof transactions.$inferInsert>;
const AT = new Date("2026-11-21T03:00:00.000Z");

async function add(referenceId: string, values: Values = {}) {
  const usual = { environment: "sandbox", type: "WITHDRAW", currency: "JPY", amount: "1000" } as const;
  await world.db.insert(transactions).values({ ...usual, referenceId, createdAt: AT, updatedAt: AT, ...values });
}

/** So many orders, several in the same microsecond and of the same amount. */
const addMany = (many: number) =>
  world.db.execute(sql`
    insert into transactions (environment, reference_id, type, currency, amount, player_id, status, created_at, updated_at)
    select 'sandbox', 'MANY-' || n, case when n % 3 = 0 then 'DEPOSIT' else 'WITHDRAW' end, 'JPY', 100 + n % 7, 'p' || n % 2,
      case when n % 4 = 0 then 'FAILED' else 'COMPLETED' end, ${AT.toISOString()}::timestamptz + (n / 3) * interval '7 microseconds', now()
    from generate_series(1, ${many}::int) n`);

const ask = async (address: string) => listOrders(await world.as("support"), asked(address));
const asked = (address: string) => ordersAsked.parse(Object.fromEntries(new URLSearchParams(address)));
const idsOf = ({ rows }: OrderPage) => rows.map(({ referenceId }) => referenceId);
const shown = async (address: string) => idsOf(await ask(address));

/** All pages, one after the other: downwards, or from the last one back up. */
async function allPages(filter: OrderFilter) {
  const pages = [await ask(addressOf(filter))];
  for (let below = pages[0]?.below; below; below = pages.at(-1)?.below) {
    pages.push(await ask(addressOf(filter, { kind: "after", place: below })));
  }
  return pages;
}

describe("the list of orders", () => {
  test("is whole when its pages are laid side by side, by every order and filter, and the same way back", async () => {
    await addMany(230);
    const rows = await world.db.select().from(transactions);
    const filters = fc.record({
      sort: fc.constantFrom<Sort>(...SORTS),
      type: fc.constantFrom(undefined, "DEPOSIT" as const),
      state: fc.constantFrom(undefined, "COMPLETED" as const, "FAILED" as const),
      player: fc.constantFrom(undefined, "p0"),
      least: fc.constantFrom(undefined, "102"),
      most: fc.constantFrom(undefined, "105"),
      from: fc.constantFrom(undefined, "2026-11-21"),
      to: fc.constantFrom(undefined, "2026-11-21"),
    });
    await fc.assert(
      fc.asyncProperty(filters, async (filter) => {
        const { type, state, player, least, most } = filter;
        const wanted = rows.filter(
          (row) =>
            (!type || row.type === type) &&
            (!state || row.status === state) &&
            (!player || row.playerId === player) &&
            (!least || Number(row.amount) >= Number(least)) &&
            (!most || Number(row.amount) <= Number(most)),
        );
        const pages = await allPages(filter);
        const down = pages.flatMap(idsOf);
        expect(down.toSorted()).toEqual(wanted.map(({ referenceId }) => referenceId).toSorted());
        const back = [];
        for (let page = pages.at(-1); page; ) {
          back.unshift(idsOf(page));
          page = page.above ? await ask(addressOf(filter, { kind: "before", place: page.above })) : undefined;
        }
        // The last step back shows a whole page from the top, so it may repeat what stood on the one below it.
        expect([...new Set(back.flat())]).toEqual(down);
      }),
      { numRuns: 25, seed: 7 },
    );
  });

  test("shows no order twice and leaves none out while others come in", async () => {
    await addMany(130);
    const before = (await world.db.select().from(transactions)).map(({ referenceId }) => referenceId);
    const first = await ask("");
    await add("NEW-1", { createdAt: new Date(AT.getTime() + 60_000) });
    const second = await ask(addressOf({ sort: "newest" }, { kind: "after", place: first.below ?? "" }));
    await add("NEW-2", { createdAt: new Date(AT.getTime() + 61_000) });
    const third = await ask(addressOf({ sort: "newest" }, { kind: "after", place: second.below ?? "" }));
    expect([...idsOf(first), ...idsOf(second), ...idsOf(third)].toSorted()).toEqual(before.toSorted());
    expect(third.below).toBeNull();
  });

  test("stays where somebody reads it, and says how much has come above", async () => {
    await addMany(60);
    const opened = await ask("");
    expect(opened).toMatchObject({ news: 0, above: null });
    await add("NEW-1", { createdAt: new Date(AT.getTime() + 60_000) });
    await add("NEW-2", { createdAt: new Date(AT.getTime() + 61_000) });
    const again = await ask(`with=${encodeURIComponent(opened.top ?? "")}`);
    expect(idsOf(again)).toEqual(idsOf(opened));
    expect(again).toMatchObject({ news: 2, top: opened.top });
  });

  test("looks through so many at a time where few fit, says how far, and goes on both ways", async () => {
    await addMany(1000);
    await world.db.update(transactions).set({ statusSource: "query" }).where(eq(transactions.referenceId, "MANY-60"));
    const filter: OrderFilter = { sort: "newest", player: "p0", evidence: "query" };
    const pages = await allPages(filter);
    expect(pages.map(({ rows }) => rows.length)).toEqual([0, 0, 0, 1, 0]);
    expect(pages.map(({ partial }) => partial)).toEqual(["below", "below", "below", "below", null]);
    expect(pages[0]).toMatchObject({ top: expect.stringContaining("~"), above: null });
    const up = await ask(addressOf(filter, { kind: "before", place: pages[1]?.below ?? "" }));
    expect(up).toMatchObject({ rows: [], top: null, partial: "above" });
    expect(await ask(addressOf(filter, { kind: "before", place: up.above ?? "" }))).toEqual(pages[0]);
    // Whoever goes on may go on in longer steps.
    const far = `${addressOf(filter, { kind: "after", place: pages[0]?.below ?? "" })}&reach=`;
    expect(await ask(`${far}4`)).toMatchObject({ rows: [{ referenceId: "MANY-60" }], below: null });
    expect((await ask(`${far}2`)).below).toBe(pages[2]?.below);
    expect((await ask(`${far}1000000`)).below).toBe(pages[1]?.below);

    // What came since is counted as far as one step goes; whether there is more above that is not known.
    const since = (page?: OrderPage) => ask(`${addressOf(filter)}&with=${encodeURIComponent(page?.top ?? "")}`);
    expect(await since(pages[3])).toMatchObject({ rows: pages[3]?.rows, news: 0, isNewsPart: true });
    expect(await since(pages[0])).toEqual({ ...pages[0], above: null });
    await add("NEW", { playerId: "p0", statusSource: "query", createdAt: new Date(AT.getTime() + 60_000) });
    expect(await since(pages[0])).toMatchObject({ news: 1, isNewsPart: false });
  });

  test("finds a range of amounts, at once where hardly any order is in it, and a step at a time where many are", async () => {
    await world.db.execute(sql`
      insert into transactions (environment, reference_id, type, currency, amount, created_at, updated_at)
      select 'sandbox', 'AGO-' || lpad(n::text, 4, '0'), case when n % 2 = 0 then 'DEPOSIT' else 'WITHDRAW' end, 'JPY',
        case when n % 40 = 0 then 9000 else 100 + n % 7 end, ${AT.toISOString()}::timestamptz - n * interval '7 minutes', now()
      from generate_series(0, 1200) n`);
    for (const sort of ["newest", "oldest"] as const) {
      const large = await allPages({ sort, currency: "JPY", least: "9000" });
      const found = Array.from({ length: 31 }, (_none, n) => `AGO-${String(n * 40).padStart(4, "0")}`);
      expect(large.flatMap(idsOf)).toEqual(sort === "newest" ? found : found.toReversed());
    }
    await world.db.update(transactions).set({ amount: "10000" }).where(like(transactions.referenceId, "%200"));
    // Hardly any in all are there at once.
    expect(await ask("sort=oldest&least=10000&type=DEPOSIT")).toMatchObject({ rows: { length: 2 }, below: null });
    const few = await ask("least=10000");
    await add("LARGE", { amount: "20000", createdAt: AT });
    expect(await ask(`least=10000&with=${encodeURIComponent(few.top ?? "")}`)).toMatchObject({
      rows: few.rows,
      news: 1,
    });
    const filter: OrderFilter = { sort: "newest", currency: "JPY", least: "101", type: "DEPOSIT" };
    const rows = await world.db.select().from(transactions).where(eq(transactions.type, "DEPOSIT"));
    const wanted = rows.filter(({ amount }) => Number(amount) >= 101).map(({ referenceId }) => referenceId);
    const pages = await allPages(filter);
    expect(pages.flatMap(idsOf)).toEqual(wanted.toSorted());
    const back = await ask(addressOf(filter, { kind: "before", place: pages[2]?.above ?? "" }));
    expect(new Set([...idsOf(back), ...idsOf(pages[1] ?? back)]).size).toBe(50);
  });

  test("goes by amount a step at a time, and leaves nothing out on the way", async () => {
    await addMany(16);
    const pages = await allPages({ sort: "largest" });
    expect(pages.map(({ rows }) => rows.length)).toEqual([8, 8, 0]);
    expect(pages[0]).toMatchObject({ partial: "below", isSifted: false });
    // From behind the end all of the page before it is there again.
    const back = await ask(addressOf({ sort: "largest" }, { kind: "before", place: pages[2]?.above ?? "" }));
    expect(idsOf(back)).toEqual(idsOf(pages[1]!));
    expect(await ask(addressOf({ sort: "largest", type: "DEPOSIT" }))).toMatchObject({ isSifted: true });
  });

  test("sorts by time and by amount, both ways", async () => {
    await add("A", { amount: "900", createdAt: new Date(AT.getTime() + 1) });
    await add("B", { amount: "10000", createdAt: new Date(AT.getTime() + 2) });
    await add("C", { amount: "1000", currency: "THB", createdAt: new Date(AT.getTime() + 3) });
    expect(await shown("")).toEqual(["C", "B", "A"]);
    expect(await shown("sort=oldest")).toEqual(["A", "B", "C"]);
    // Within one currency: where none is chosen, yen.
    expect(await shown("sort=largest")).toEqual(["B", "A"]);
    expect(await shown("sort=smallest&currency=THB")).toEqual(["C"]);
  });

  test("filters by the Tokyo day of payment, one as well as several, in pages that are whole", async () => {
    const paid = (referenceId: string, at: string, status = "COMPLETED") =>
      add(referenceId, { status, endedAt: new Date(at), endedAtSource: "service", endKnownAt: AT });
    await paid("BEFORE", "2026-11-20T14:59:59.999Z");
    await paid("FIRST", "2026-11-20T15:00:00.000Z");
    await paid("LAST", "2026-11-21T14:59:59.999Z");
    await paid("AFTER", "2026-11-21T15:00:00.000Z");
    await paid("FAILED", "2026-11-21T03:00:00.000Z", "FAILED");
    await add("OPEN", { status: "SUCCESS" });
    const found = async (address: string) => (await shown(address)).toSorted();
    expect(await found("paidFrom=2026-11-21&paidTo=2026-11-21")).toEqual(["FIRST", "LAST"]);
    expect(await found("paidFrom=2026-11-21&paidTo=2026-11-22")).toEqual(["AFTER", "FIRST", "LAST"]);
    expect(await found("paidTo=2026-11-20")).toEqual(["BEFORE"]);
    expect(await found("paidFrom=2026-11-22")).toEqual(["AFTER"]);
    expect(await found("paidFrom=2026-11-21&paidTo=2026-11-21&player=nobody")).toEqual([]);
    expect(await found("paidFrom=2026-02-30")).toHaveLength(6);
    const [row] = (await ask("paidTo=2026-11-20")).rows;
    expect(row?.paid).toEqual({ at: "2026-11-20T14:59:59.999Z", source: "service" });

    await addMany(400);
    await world.db.execute(sql`update transactions set ended_at = created_at + (id::text > '8')::int * interval '1 day',
      ended_at_source = 'service', end_known_at = now() where status = 'COMPLETED' and reference_id like 'MANY-%'`);
    for (const sort of ["newest", "oldest", "largest"] as const) {
      const one = await allPages({ sort, currency: "JPY", paidFrom: "2026-11-22", paidTo: "2026-11-22" });
      const more = await allPages({ sort, currency: "JPY", paidFrom: "2026-11-22", paidTo: "2026-11-23" });
      const wanted = await world.db.execute<{ id: string }>(
        sql`select reference_id as id from transactions where paid_at >= '2026-11-22T00:00+09' order by 1`,
      );
      const ids = wanted.rows.map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(50);
      expect([one, more].map((pages) => pages.flatMap(idsOf).toSorted())).toEqual([ids.toSorted(), ids.toSorted()]);
    }
  });

  test("filters by type, player, evidence, currency, amount and Tokyo day", async () => {
    await add("A", { type: "DEPOSIT", playerId: "taro", statusSource: "query", status: "COMPLETED" });
    await add("B", { amount: "2000", currency: "THB", createdAt: new Date("2026-11-20T15:00:00.000Z") });
    await add("C", {
      amount: "2000",
      createdAt: new Date("2026-11-20T14:59:59.999Z"),
      statusSource: "signed_callback",
    });
    expect(await shown("type=DEPOSIT")).toEqual(["A"]);
    expect(await shown("player=taro")).toEqual(["A"]);
    expect(await shown("evidence=signed_callback")).toEqual(["C"]);
    expect(await shown("currency=THB")).toEqual(["B"]);
    expect(await shown("least=1%2C000&most=1500")).toEqual(["A"]);
    expect(await shown("least=1001")).toEqual(["C"]);
    expect(await shown("from=2026-11-21&to=2026-11-21")).toEqual(["A", "B"]);
    expect(await shown("to=2026-11-20")).toEqual(["C"]);
    // What makes no sense filters nothing.
    expect(await shown("type=GIFT&from=2026-02-30&least=1e3&after=nowhere")).toHaveLength(3);
  });

  test("finds every order by its state, and a contradiction beside whatever else it is", async () => {
    const every = [null, ...STATUSES, "NEW_WORD"].flatMap((status) =>
      [null, ...SUBMISSIONS].map((submission) => ({ status, submission })),
    );
    for (const [n, values] of every.entries()) await add(`S-${n}`, values);
    await add("X", { status: "COMPLETED", discrepancyAt: AT });
    for (const state of SHOWN_STATES) {
      const wanted = every.flatMap((one, n) => (listStatusOf(one) === state ? [`S-${n}`] : []));
      if (state === "COMPLETED" || state === "contradiction") wanted.push("X");
      const pages = await allPages({ sort: "newest", state });
      expect(pages.flatMap(idsOf).toSorted(), state).toEqual(wanted.toSorted());
    }
    const held = await world.db.select().from(transactions);
    for (const order of held) expect(order.displayStatus).toBe(listStatusOf(order));
  });

  test("keeps orders whose words are as long as the service may say them", async () => {
    // Every character as wide as can be, and no two alike, so that nothing can be compressed.
    const long = (from: number) =>
      String.fromCodePoint(...Array.from({ length: 75 }, (_none, n) => 0x20000 + from + n * 97));
    const words = { type: long(1), currency: long(20), playerId: long(33), status: long(47), transactionId: long(59) };
    await add(long(71), { ...words, discrepancyAt: AT, statusSource: "signed_callback" });
    expect(await shown("state=contradiction")).toHaveLength(1);
  });

  test("holds only what belongs to its environment, and says since when it knows any", async () => {
    const nothing = { rows: [], top: null, above: null, below: null, partial: null, isSifted: false, news: 0 };
    expect(await ask("")).toEqual({ ...nothing, isNewsPart: false, since: null });
    await add("A");
    await add("B", { environment: "production", createdAt: new Date(0) });
    expect(await ask("")).toMatchObject({ rows: [{ referenceId: "A" }], since: AT.toISOString() });
    for (const evidence of SOURCES) {
      await world.db.update(transactions).set({ statusSource: evidence }).where(eq(transactions.referenceId, "A"));
      expect(await shown(`evidence=${evidence}`)).toEqual(["A"]);
    }
  });
});

describe("a page of the list", () => {
  const BLOCKS = 12;

  test("is read in a few blocks by any filter and by two together, also where many are one and many the other, and none both", async () => {
    await world.db.execute(sql`
      insert into transactions (environment, reference_id, type, currency, amount, player_id, status, status_source,
        discrepancy_at, created_at, updated_at, ended_at, ended_at_source, end_known_at)
      select 'sandbox', 'MANY-' || n, case when n % 2 = 0 then 'DEPOSIT' else 'WITHDRAW' end,
        (array['JPY', 'JPY', 'USDT'])[1 + kind], 1 + n * 7919 % 100000, 'p' || kind,
        (array['FAILED', 'SUCCESS', 'COMPLETED'])[1 + kind],
        (array['query', 'create_answer', 'signed_callback'])[1 + kind]::source, case when kind = 0 then now() end,
        ${AT.toISOString()}::timestamptz - n * interval '5 minutes', now(),
        ${AT.toISOString()}::timestamptz - n * interval '5 minutes' + interval '1 hour', 'service', now()
      from (select n, n % 3 as kind from generate_series(1, 3000) n) orders`);
    await world.db.execute(sql`vacuum (analyze) transactions`);
    const { db, asked: heard } = overheard(world.pool);
    const ctx = { ...(await world.as("support")), db };
    const alone = [
      "",
      "type=DEPOSIT",
      "state=FAILED",
      "state=contradiction",
      "evidence=create_answer",
      "currency=USDT",
      "paidFrom=2026-11-14&paidTo=2026-11-14",
    ];
    const two = [
      ...[
        "state=FAILED&currency=USDT",
        "state=FAILED&evidence=create_answer",
        "state=COMPLETED&evidence=create_answer",
      ],
      ...["state=SUCCESS&evidence=query", "state=contradiction&currency=USDT", "state=FAILED&player=p1"],
    ];
    const largest = [
      ...["state=FAILED&currency=USDT", "state=SUCCESS&evidence=query", "evidence=create_answer&currency=USDT"],
      ...["state=contradiction&currency=USDT", "player=p1&currency=USDT", "from=2026-11-14&to=2026-11-14"],
    ];
    // What no index leads to: of each step all entries are looked at, and none of them fits.
    const few = [
      ...[
        "least=99999",
        "state=FAILED&least=99999",
        "type=DEPOSIT&evidence=query&least=99999",
        "player=p1&currency=USDT",
      ],
      ...["paidTo=2026-11-12", "paidFrom=2026-11-14&paidTo=2026-11-14&type=DEPOSIT&least=99999"],
      ...["paidFrom=2026-11-14&paidTo=2026-11-14&sort=largest", "paidTo=2026-11-12&currency=USDT"],
      ...["type=DEPOSIT&evidence=create_answer&currency=USDT", "state=contradiction&evidence=create_answer"],
      ...["player=p1&evidence=query&sort=largest", "state=contradiction&player=p1&sort=largest"],
      ...["type=DEPOSIT&state=FAILED&player=p1&sort=smallest", "from=2026-11-14&to=2026-11-14&player=p1&sort=largest"],
    ];
    const costs: [string, number][] = [];
    for (const address of [...alone, ...two, ...few, ...largest.map((one) => `${one}&sort=largest`)]) {
      const read = () => listOrders(ctx, asked(address));
      const most = Math.max(...(await costsOf({ client: world.pool, asked: heard }, read)).map(({ blocks }) => blocks));
      if (most > BLOCKS) costs.push([address, most]);
    }
    expect(costs).toEqual([]);
  });
});
