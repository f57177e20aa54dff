import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import { getVolume } from "@/lib/dashboard/volume";
import { getReport } from "@/lib/reports/queries";
import { reportAsked, successRate } from "@/lib/reports/schema";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());
beforeEach(() => context.db.delete(transactions));

/** Monday, 14:06 in Tokyo. */
const NOW = new Date("2026-11-23T14:06:00+09:00");

type Ended = {
  status?: string;
  type?: string;
  currency?: string;
  amount?: string;
  environment?: "sandbox" | "production";
};
let made = 0;

/** An order that ended at this time in Tokyo. */
const ended = (
  at: string,
  { status = "COMPLETED", type = "DEPOSIT", currency = "JPY", amount = "100", ...more }: Ended = {},
) => {
  const endedAt = new Date(`${at}+09:00`);
  made += 1;
  const times = { createdAt: endedAt, updatedAt: endedAt, endedAt, endKnownAt: endedAt, statusAt: endedAt };
  return context.db.insert(transactions).values({
    ...{ environment: "sandbox", ...more, referenceId: `V-${made}`, type, currency, amount, status, ...times },
    ...({ statusSource: "query", endedAtSource: "service" } as const),
  });
};

async function volume() {
  context.clock.now = NOW;
  return getVolume(await context.as("viewer"));
}
const filled = (hours: Record<number, string>) => Array.from({ length: 24 }, (_, hour) => hours[hour] ?? "0");

test("an order belongs to the Tokyo hour in which it ended, up to the edges of the day", async () => {
  await ended("2026-11-22T23:59:59.999", { amount: "1" });
  await ended("2026-11-23T00:00:00", { amount: "20" });
  await ended("2026-11-23T00:59:59.999", { amount: "300" });
  await ended("2026-11-23T01:00:00", { amount: "4000" });
  await ended("2026-11-16T00:00:00", { amount: "5" });
  await ended("2026-11-16T23:59:59.999", { amount: "60" });
  await ended("2026-11-17T00:00:00", { amount: "700" });
  const { from, hour, currencies } = await volume();
  expect(from).toBe("2026-11-22T15:00:00.000Z");
  expect(hour).toBe(14);
  expect(currencies[0]?.deposits).toMatchObject({
    amount: "4320",
    count: 3,
    today: filled({ 0: "320", 1: "4000" }),
    lastWeek: filled({ 0: "5", 23: "60" }),
  });
});

test("the success rate is of what ended, and last week's of what had ended by the same time of day", async () => {
  await ended("2026-11-23T09:00:00");
  await ended("2026-11-23T10:00:00");
  await ended("2026-11-23T10:30:00", { status: "FAILED" });
  await ended("2026-11-23T11:00:00", { status: "CANCELLED" });
  await ended("2026-11-16T09:00:00");
  await ended("2026-11-16T14:05:00", { status: "FAILED" });
  await ended("2026-11-16T14:07:00", { status: "FAILED" });
  const [yen] = (await volume()).currencies;
  expect(yen?.deposits).toMatchObject({ count: 2, amount: "200", successRate: 0.5, successRateBefore: 0.5 });
  expect(yen?.withdrawals).toMatchObject({ count: 0, amount: "0", successRate: null, successRateBefore: null });
});

test("the success rate is that of the report of the day: of what was requested today, refusals included", async () => {
  const requested = (createdAt: Date, more: Partial<typeof transactions.$inferInsert>) => {
    made += 1;
    const order = { environment: "sandbox", referenceId: `V-${made}`, type: "DEPOSIT", currency: "JPY", amount: "100" };
    return context.db
      .insert(transactions)
      .values({ ...order, createdAt, updatedAt: createdAt, ...more } as typeof transactions.$inferInsert);
  };
  const at = (time: string) => new Date(`${time}+09:00`);
  const [paid, failed] = ["COMPLETED", "FAILED"].map((status) => ({ status, statusSource: "query" as const }));
  await requested(at("2026-11-23T09:00:00"), { ...paid, endedAt: at("2026-11-23T09:01:00"), endedAtSource: "service" });
  await requested(at("2026-11-23T09:00:00"), { submission: "rejected" });
  await requested(at("2026-11-23T10:00:00"), { submission: "rejected" });
  // Ended today, and belongs to the day before.
  await requested(at("2026-11-22T23:59:00"), { ...failed, endedAt: at("2026-11-23T00:01:00") });
  await requested(at("2026-11-16T09:00:00"), { ...paid, endedAt: at("2026-11-16T09:01:00"), endedAtSource: "service" });
  await requested(at("2026-11-16T09:00:00"), { submission: "rejected" });
  // Two of last week ended after this time of day.
  await requested(at("2026-11-16T09:00:00"), { ...paid, endedAt: at("2026-11-16T15:00:00"), endedAtSource: "service" });
  await requested(at("2026-11-16T09:00:00"), { submission: "rejected", updatedAt: at("2026-11-16T15:00:00") });
  const [yen] = (await volume()).currencies;
  const day = { from: "2026-11-23", to: "2026-11-23" };
  const { total } = await getReport(await context.as("viewer"), reportAsked.parse(day));
  expect(yen?.deposits).toMatchObject({ count: 1, successRate: 1 / 3, successRateBefore: 0.5 });
  expect(successRate(total)).toBe(yen?.deposits.successRate);
});

test("yen comes first, types and environments are kept apart, and decimals are exact", async () => {
  await ended("2026-11-23T09:00:00", { currency: "EUR", amount: "0.1", type: "WITHDRAW" });
  await ended("2026-11-23T09:00:00", { currency: "EUR", amount: "0.2", type: "WITHDRAW" });
  await ended("2026-11-23T09:00:00", { currency: "EUR", amount: "9", environment: "production" });
  await ended("2026-11-23T09:00:00");
  const { currencies, orders } = await volume();
  expect(currencies.map(({ currency }) => currency)).toEqual(["JPY", "EUR"]);
  expect(currencies[1]?.withdrawals.amount).toBe("0.3");
  expect(currencies[1]?.deposits.amount).toBe("0");
  expect(orders).toBe(3);
});
