import { afterAll, beforeAll, expect, test } from "vitest";
import { dailyCloses } from "@/drizzle/schema/daily-closes";
import { transactions } from "@/drizzle/schema/transactions";
import type { Role } from "@/lib/auth/permissions";
import { countDays, listDays } from "@/lib/daily-close/queries";
import { countDashboard } from "@/lib/dashboard/queries";
import { DAY_MS, tokyoDay } from "@/lib/time";
import { openTestContext, type TestContext } from "../../support/context";
import { requested } from "../../support/orders";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const tokyo = (time: string) => {
  context.clock.now = new Date(`${time}:00+09:00`);
};
const seenBy = async (role: Role) => countDashboard(await context.as(role));
async function close(day: string) {
  const { actor } = await context.as("finance");
  await context.db.insert(dailyCloses).values({
    ...{ environment: "sandbox" as const, day, version: 1, document: '{"figures":[]}', hash: "0", closedBy: actor.id },
    closedAt: context.clock.now,
  });
}

test("days that are due and not closed are one item of those who may close them", async () => {
  tokyo("2027-04-02T10:00");
  await requested(context);
  await context.db.update(transactions).set({ createdAt: context.clock.now, submission: "accepted" });
  tokyo("2027-04-06T11:59");
  // Where no day has ever been closed, none is waited for.
  const before = await seenBy("finance");
  expect(before.daysNotClosed).toEqual([]);

  await close("2027-04-03");
  const finance = await seenBy("finance");
  expect(finance.daysNotClosed).toEqual(["2027-04-02", "2027-04-04"]);
  expect(finance.waiting.dashboard).toBe(before.waiting.dashboard + 1);
  expect((await seenBy("ops")).daysNotClosed).toEqual([]);

  // From its time on, yesterday, too: the same days as the page of the daily close has.
  tokyo("2027-04-06T12:00");
  const listed = (await listDays(await context.as("finance"))).filter(({ isOver, closed }) => isOver && !closed);
  expect((await seenBy("admin")).daysNotClosed).toEqual(listed.map(({ day }) => day).reverse());
  expect(listed).toHaveLength(3);
});

test("a day that is too old for the list of days is still open, is counted, and is waited for", async () => {
  tokyo("2027-06-20T13:00");
  const first = context.clock.now.getTime() - 79 * DAY_MS;
  expect(tokyoDay(new Date(first))).toBe("2027-04-02");
  for (let ago = 78; ago > 0; ago -= 1) {
    const day = tokyoDay(new Date(context.clock.now.getTime() - ago * DAY_MS));
    if (day !== "2027-04-03" && day !== "2027-04-11") await close(day);
  }
  const finance = await context.as("finance");
  expect(await countDays(finance)).toEqual({ open: 2, closed: 77, oldestOpen: "2027-04-02", unlisted: 2 });
  expect((await listDays(finance)).every(({ isOver, closed }) => closed || !isOver)).toBe(true);
  // The one before the first close is not waited for.
  expect((await seenBy("finance")).daysNotClosed).toEqual(["2027-04-11"]);
});
