import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import { DAY_MS, tokyoDay } from "@/lib/time";
import { orderFigures } from "@/lib/transactions/list/figures";
import { addressOf, type OrderFilter, SHOWN_STATES, type Sort } from "@/lib/transactions/list/filter";
import { listOrders } from "@/lib/transactions/list/list";
import { type OrderPage, ordersAsked } from "@/lib/transactions/schema";
import { listStatusOf } from "@/lib/transactions/status/display-status";
import { SOURCES, STATUSES } from "@/lib/transactions/status/status";
import { SUBMISSIONS } from "@/lib/transactions/submission/submission";
import { openTestContext, type TestContext } from "../../support/context";
import { costsOf, recordQueries } from "../../support/query-costs";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(async () => {
  // Deleting checks the reference of an order to the one that it replaces. PostgreSQL keeps the plan of that check: made
  // after autovacuum had seen a nearly empty table, it reads the whole table for each of 20,000 orders.
  await context.db.execute(sql`analyze ${transactions}`);
  await context.db.delete(transactions);
});

type Values = Partial<typeof transactions.$inferInsert>;
const AT = new Date("2026-11-21T03:00:00.000Z");

async function add(referenceId: string, values: Values = {}) {
  const usual = { environment: "sandbox", type: "WITHDRAW", currency: "JPY", amount: "1000" } as const;
  await context.db.insert(transactions).values({ ...usual, referenceId, createdAt: AT, updatedAt: AT, ...values });
}

/** So many orders, several in the same microsecond and of the same amount. */
const addMany = (many: number) =>
  context.db.execute(sql`
    insert into transactions (environment, reference_id, type, currency, amount, player_id, status, created_at, updated_at)
    select 'sandbox', 'MANY-' || n, case when n % 3 = 0 then 'DEPOSIT' else 'WITHDRAW' end, 'JPY', 100 + n % 7, 'p' || n % 2,
      case when n % 4 = 0 then 'FAILED' else 'COMPLETED' end, ${AT.toISOString()}::timestamptz + (n / 3) * interval '7 microseconds', now()
    from generate_series(1, ${many}::int) n`);

const ask = async (address: string, place: { after?: string; before?: string; with?: string } = {}) =>
  listOrders(
    await context.as("support"),
    ordersAsked.parse({ ...Object.fromEntries(new URLSearchParams(address)), ...place }),
  );
const ALL = { list: "transactions", show: "all", sort: "newest" } as const;
const idsOf = ({ rows }: OrderPage) => rows.map(({ referenceId }) => referenceId);
const shown = async (address: string) => idsOf(await ask(address));

/** All pages, one after the other: downwards, or from the last one back up. */
async function allPages(filter: OrderFilter) {
  const pages = [await ask(addressOf(filter))];
  for (let below = pages[0]?.below; below; below = pages.at(-1)?.below) {
    pages.push(await ask(addressOf(filter), { after: below }));
  }
  return pages;
}

describe("the list of orders", () => {
  test("is whole when its pages are laid side by side, by every order and filter, and the same way back", async () => {
    await addMany(230);
    const rows = await context.db.select().from(transactions);
    const filters = fc.record({
      sort: fc.constantFrom<Sort>("newest", "oldest", "largest", "smallest"),
      type: fc.constantFrom(undefined, "DEPOSIT" as const),
      state: fc.constantFrom(undefined, ["COMPLETED" as const], ["COMPLETED" as const, "FAILED" as const]),
      player: fc.constantFrom(undefined, "p0"),
      least: fc.constantFrom(undefined, "102"),
      most: fc.constantFrom(undefined, "105"),
      from: fc.constantFrom(undefined, "2026-11-21"),
      to: fc.constantFrom(undefined, "2026-11-21"),
    });
    await fc.assert(
      fc.asyncProperty(filters, async (part) => {
        const filter = { ...ALL, ...part };
        const { type, state, player, least, most } = filter;
        const wanted = rows.filter(
          (row) =>
            (!type || row.type === type) &&
            (!state || state.some((one) => row.status === one)) &&
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
          page = page.above ? await ask(addressOf(filter), { before: page.above }) : undefined;
        }
        // The last step back shows a whole page from the top, so it may repeat what stood on the one below it.
        expect([...new Set(back.flat())]).toEqual(down);
      }),
      { numRuns: 25, seed: 7 },
    );
  });

  test("shows no order twice and leaves none out while others come in", async () => {
    await addMany(130);
    const before = (await context.db.select().from(transactions)).map(({ referenceId }) => referenceId);
    const first = await ask("");
    await add("NEW-1", { createdAt: new Date(AT.getTime() + 60_000) });
    const second = await ask("", { after: first.below ?? "" });
    await add("NEW-2", { createdAt: new Date(AT.getTime() + 61_000) });
    const third = await ask("", { after: second.below ?? "" });
    expect([...idsOf(first), ...idsOf(second), ...idsOf(third)].toSorted()).toEqual(before.toSorted());
    expect(third.below).toBeNull();
  });

  test("keeps its rows while it is read, and counts what has come above", async () => {
    await addMany(60);
    const opened = await ask("");
    expect(opened).toMatchObject({ news: 0, above: null });
    await add("NEW-1", { createdAt: new Date(AT.getTime() + 60_000) });
    await add("NEW-2", { createdAt: new Date(AT.getTime() + 61_000) });
    const again = await ask("", { with: opened.top ?? "" });
    expect(idsOf(again)).toEqual(idsOf(opened));
    expect(again).toMatchObject({ news: 2, top: opened.top });
  });

  test("finds a player's orders in the width that is typed, and in half width", async () => {
    await add("WIDE", { playerId: "ｐ１２３" });
    await add("NARROW", { playerId: "p123" });
    for (const q of ["ｐ１２３", "ｐ１２"]) expect(new Set(await shown(`q=${q}`))).toEqual(new Set(["WIDE", "NARROW"]));
    expect(await shown("q=p123")).toEqual(["NARROW"]);
  });

  test("finds an order by a name in either order of its words, in a few blocks", async () => {
    await addMany(10_500);
    await add("AYA", { partyName: "ヤマダ　アヤ" });
    await add("OTHER", { partyName: "ヤマダ　ハナコ" });
    await context.db.execute(sql.raw("vacuum (analyze) transactions"));
    const { db, asked } = recordQueries(context.pool);
    const ops = { ...(await context.as("ops")), db };
    for (const q of ["ヤマダ アヤ", "アヤ ヤマダ", "ｱﾔ ﾔﾏﾀﾞ", "Yamada Aya", "aya yamada", "yamada a"]) {
      const read = () => listOrders(ops, ordersAsked.parse({ q }));
      expect([q, idsOf(await read())]).toEqual([q, ["AYA"]]);
      for (const { blocks, isScanned, sql: text } of await costsOf({ client: context.pool, asked }, read))
        expect([blocks <= 100, isScanned, q, text]).toEqual([true, false, q, text]);
    }
  });

  test("finds an order by the random part of its ID for a month, also a reissued one", async () => {
    const now = tokyoDay(context.clock.now).replaceAll("-", "");
    const dayOf = (back: number) => tokyoDay(new Date(context.clock.now.getTime() - back * DAY_MS)).replaceAll("-", "");
    const [today, before, old] = [`DP-${now}-EHT869RY`, `WD-${dayOf(30)}-7KQ2M9XB-2`, `WD-${dayOf(31)}-7KQ2M9XC`];
    for (const id of [today, before, old]) await add(id);
    expect(await shown("q=eht869ry")).toEqual([today]);
    expect(await shown("q=7KQ2M9XB-2")).toEqual([before]);
    expect(await shown("q=7KQ2M9XC")).toEqual([]);
  });

  test("searches a window of rows at a time where few fit, says how far, and goes on both ways", async () => {
    await addMany(20_500);
    await context.db.update(transactions).set({ statusSource: "query" }).where(eq(transactions.referenceId, "MANY-60"));
    const filter: OrderFilter = { ...ALL, evidence: ["query"] };
    const pages = await allPages(filter);
    expect(pages.map(({ rows, isPartial }) => [rows.length, isPartial])).toEqual([
      [0, true],
      [0, true],
      [1, false],
    ]);
    expect(pages[0]).toMatchObject({ top: null, above: null });
    const up = await ask(addressOf(filter), { before: pages[1]?.below ?? "" });
    expect(up).toMatchObject({ rows: [], isPartial: true, above: expect.stringContaining("~") });
  });

  test("finds a range of amounts or days of payment quickly where hardly any order is in it", async () => {
    await addMany(10_500);
    const rare = {
      amount: "9000",
      status: "COMPLETED",
      endedAt: new Date("2026-12-24T03:00:00Z"),
      endedAtSource: "service",
      endKnownAt: AT,
    } as const;
    await add("RARE", { ...rare, createdAt: new Date(AT.getTime() - 60_000) });
    for (const address of [
      "least=8000",
      "paidFrom=2026-12-24&paidTo=2026-12-25",
      "least=8000&type=WITHDRAW&sort=oldest",
    ])
      expect(await ask(address)).toMatchObject({ rows: [{ referenceId: "RARE" }], below: null, isPartial: false });
  });

  test("begins with the day for which it shows what was open, however many orders came since", async () => {
    await addMany(10_500);
    await add("OPEN", { status: "PENDING", createdAt: new Date("2026-11-19T03:00:00Z") });
    expect(await ask("openOn=2026-11-20")).toMatchObject({ rows: [{ referenceId: "OPEN" }], isPartial: false });
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
    expect(await found("paidFrom=2026-11-21&paidTo=2026-11-21&player=unknown")).toEqual([]);
    expect(await found("paidFrom=2026-02-30")).toHaveLength(6);
    const [row] = (await ask("paidTo=2026-11-20")).rows;
    expect(row?.paid).toEqual({ at: "2026-11-20T14:59:59.999Z", source: "service" });

    await addMany(400);
    await context.db.execute(sql`update transactions set ended_at = created_at + (id::text > '8')::int * interval '1 day',
      ended_at_source = 'service', end_known_at = now() where status = 'COMPLETED' and reference_id like 'MANY-%'`);
    for (const sort of ["newest", "oldest", "largest"] as const) {
      const one = await allPages({ ...ALL, sort, currency: "JPY", paidFrom: "2026-11-22", paidTo: "2026-11-22" });
      const more = await allPages({ ...ALL, sort, currency: "JPY", paidFrom: "2026-11-22", paidTo: "2026-11-23" });
      const wanted = await context.db.execute<{ id: string }>(
        sql`select reference_id as id from transactions where paid_at >= '2026-11-22T00:00+09' order by 1`,
      );
      const ids = wanted.rows.map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(50);
      expect([one, more].map((pages) => pages.flatMap(idsOf).toSorted())).toEqual([ids.toSorted(), ids.toSorted()]);
    }
  });

  test("filters by the day on which it is read where the address has words for days", async () => {
    const { now } = context.clock;
    const [today, yesterday] = [now, new Date(now.getTime() - DAY_MS)];
    await add("NOW", {
      createdAt: today,
      status: "COMPLETED",
      endedAt: today,
      endedAtSource: "service",
      endKnownAt: AT,
    });
    await add("BEFORE", { createdAt: yesterday });
    for (const address of ["from=today&to=today", "paidFrom=today&paidTo=today"])
      expect([address, await shown(address)]).toEqual([address, ["NOW"]]);
    expect(await shown("from=yesterday&to=yesterday")).toEqual(["BEFORE"]);
    expect(await shown("from=month&to=today")).toContain("NOW");
    onTestFinished(() => {
      context.clock.now = now;
    });
    context.clock.now = new Date(now.getTime() + DAY_MS);
    expect(await shown("from=today&to=today")).toEqual([]);
    expect(await shown("from=yesterday&to=yesterday")).toEqual(["NOW"]);
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

  test("finds every order by its state, and a discrepancy with any other state", async () => {
    const every = [null, ...STATUSES, "NEW_WORD"].flatMap((status) =>
      [null, ...SUBMISSIONS].map((submission) => ({ status, submission })),
    );
    for (const [n, values] of every.entries()) await add(`S-${n}`, values);
    await add("X", { status: "COMPLETED", discrepancyAt: AT });
    for (const state of SHOWN_STATES) {
      const wanted = every.flatMap((one, n) => (listStatusOf(one) === state ? [`S-${n}`] : []));
      if (state === "COMPLETED" || state === "discrepancy") wanted.push("X");
      const pages = await allPages({ ...ALL, state: [state] });
      expect(pages.flatMap(idsOf).toSorted(), state).toEqual(wanted.toSorted());
    }
    const several = await allPages({ ...ALL, state: ["FAILED", "unknown", "discrepancy"] });
    const wanted = every.flatMap((one, n) => (/^(FAILED|unknown)$/.test(listStatusOf(one)) ? [`S-${n}`] : []));
    expect(several.flatMap(idsOf).toSorted()).toEqual([...wanted, "X"].toSorted());
    const held = await context.db.select().from(transactions);
    for (const order of held) expect(order.displayStatus).toBe(listStatusOf(order));
  });

  test("keeps orders whose words are as long as the service may say them", async () => {
    // Every character as wide as can be, and no two alike, so that nothing can be compressed.
    const long = (from: number) =>
      String.fromCodePoint(...Array.from({ length: 75 }, (_none, n) => 0x20000 + from + n * 97));
    const words = { type: long(1), currency: long(20), playerId: long(33), status: long(47), transactionId: long(59) };
    await add(long(71), { ...words, discrepancyAt: AT, statusSource: "signed_callback" });
    expect(await shown("state=discrepancy")).toHaveLength(1);
  });

  test("a page comes with the counts of the tabs as they are then, also where its filter shows none of them", async () => {
    const action = async () => (await ask("q=OTHER")).toDo?.action;
    await add("LOST", { submission: "unknown" });
    expect(await action()).toBe(1);
    await context.db.update(transactions).set({ submission: "accepted" });
    expect(await action()).toBe(0);
  });

  test("holds only what belongs to its environment; its head says since when it knows any, and how many", async () => {
    const nothing = { rows: [], top: null, above: null, below: null, isPartial: false, news: 0 };
    expect(await ask("")).toEqual({ ...nothing, toDo: { action: 0, mine: 0 } });
    const head = async () => orderFigures(await context.as("viewer"), { list: "transactions" });
    expect(await head()).toEqual({ since: null, count: 0 });
    await add("A");
    await add("B", { environment: "production", createdAt: new Date(0) });
    expect(await ask("")).toMatchObject({ rows: [{ referenceId: "A" }] });
    expect(await head()).toMatchObject({ since: AT.toISOString(), count: 1 });
    for (const evidence of SOURCES) {
      await context.db.update(transactions).set({ statusSource: evidence }).where(eq(transactions.referenceId, "A"));
      expect(await shown(`evidence=${evidence}`)).toEqual(["A"]);
    }
  });
});
