import { afterAll, beforeAll, expect, test } from "vitest";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { transactions } from "@/drizzle/schema/transactions";
import { refreshBalances } from "@/lib/balances/commands";
import { closeDay } from "@/lib/daily-close/commands";
import { getDay, listDays } from "@/lib/daily-close/queries";
import { tokyoDay } from "@/lib/time";
import { listOrders } from "@/lib/transactions/list/list";
import { ordersAsked } from "@/lib/transactions/schema";
import { openTestContext, type TestContext } from "../../support/context";

/** The last day of a year in Tokyo, on which it is still the afternoon in UTC. */
const LAST = "2026-12-31";
const FIRST = "2027-01-01";
const MIDNIGHT = new Date("2026-12-31T15:00:00.000Z");
const beside = (ms: number) => new Date(MIDNIGHT.getTime() + ms);

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  const said = { environment: "sandbox", currency: "JPY", ledger: "900" } as const;
  const order = { environment: "sandbox", type: "DEPOSIT", currency: "JPY", amount: "1000" } as const;
  await context.db.insert(balanceSnapshots).values(
    (
      [
        ["800", -3_600_000],
        ["700", -1],
        ["600", 0],
      ] as const
    ).map(([available, ms]) => ({ ...said, available, firstSeenAt: beside(ms), lastSeenAt: beside(ms) })),
  );
  await context.db.insert(transactions).values([
    { ...order, referenceId: "LAST-MOMENT", createdAt: beside(-1), updatedAt: beside(-1) },
    { ...order, referenceId: "FIRST-MOMENT", createdAt: beside(0), updatedAt: beside(0) },
  ]);
});
afterAll(() => context.close());

/** What the pages of finance say at this moment: days to close, the balance's day, and who is on "today" of the list. */
async function at(now: Date) {
  context.clock.now = now;
  const finance = await context.as("finance");
  const today = tokyoDay(now);
  const { balances } = await refreshBalances(finance);
  const { rows } = await listOrders(finance, ordersAsked.parse({ from: today, to: today }));
  return {
    today,
    days: (await listDays(finance)).map(({ day, isOver }) => `${day} ${isOver ? "over" : "on"}`),
    sinceDayStart: balances.map((balance) => balance.sinceDayStart),
    orders: rows.map(({ referenceId }) => referenceId),
    mayClose: (await getDay(finance, { day: LAST }))?.isOver,
  };
}

test("in Tokyo a day ends with its last millisecond, and all pages go on to the next together", async () => {
  const finance = await context.as("finance");
  expect(await at(beside(-1))).toEqual({
    today: LAST,
    days: [`${LAST} on`],
    sinceDayStart: [null],
    orders: ["LAST-MOMENT"],
    mayClose: false,
  });
  expect(await closeDay(finance, { day: LAST })).toEqual({ ok: false, error: { kind: "not_over_yet" } });
  expect(await getDay(finance, { day: FIRST })).toBeNull();

  expect(await at(MIDNIGHT)).toEqual({
    today: FIRST,
    days: [`${FIRST} on`, `${LAST} over`],
    sinceDayStart: ["-100"],
    orders: ["FIRST-MOMENT"],
    mayClose: true,
  });
  expect(await closeDay(finance, { day: LAST })).toMatchObject({ ok: true });
  expect(await closeDay(finance, { day: FIRST })).toEqual({ ok: false, error: { kind: "not_over_yet" } });

  // Where the one day ends, the other begins: each snapshot is on one side only.
  const [ended, begun] = [await getDay(finance, { day: LAST }), await getDay(finance, { day: FIRST })];
  expect(ended?.closed?.figures).toMatchObject([{ closing: { available: "700" }, depositsInFlight: { count: 1 } }]);
  expect(begun?.figures).toMatchObject([{ opening: { available: "700" }, depositsInFlight: { count: 2 } }]);
});
