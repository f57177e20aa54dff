import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { refreshBalances } from "@/lib/balances/commands";
import { getBalanceHistory } from "@/lib/balances/queries";
import { subtractAmounts } from "@/lib/money/amount";
import { tokyoDay, tokyoDayOf } from "@/lib/time";
import { orderTotals } from "@/lib/transactions/list/totals";
import { ordersAsked } from "@/lib/transactions/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { openTestContext, type TestContext } from "../../support/context";
import { requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";

const HOUR_MS = 3_600_000;

let service: Service;
let context: TestContext;
beforeAll(async () => {
  service = await openService();
  context = await openTestContext(service);
});
afterAll(async () => {
  await context.close();
  await service.close();
});

/** So many hours after midnight, here and at the service. */
async function at(midnight: Date, hours: number) {
  context.clock.now = new Date(midnight.getTime() + hours * HOUR_MS);
  await service.setClock(context.clock.now.getTime() - Date.now());
}

const isYen = ({ currency }: { currency: string }) => currency === "JPY";

const yen = async (range: "day" | "week" = "day") => {
  const { history } = await getBalanceHistory(await context.as("finance"), { range, currency: "JPY" });
  if (!history) throw new Error("no yen");
  return history;
};

describe("a day", () => {
  test("begins with what was known, and each change is a point", async () => {
    const ctx = await context.as("job");
    const midnight = tokyoDayOf(new Date()).from;
    await at(midnight, -0.1);
    await refreshBalances(ctx);
    await at(midnight, 10);
    const before = (await refreshBalances(ctx)).balances.find(isYen);
    expect(before?.sinceDayStart).toBe("0");
    // No response for ten hours: the same figures are another response, and the chart has a gap between the two.
    const { points: calm, gapMs } = await yen();
    expect(calm.map(({ available }) => available)).toEqual([before?.available, before?.available]);
    expect(Date.parse(calm[1]!.at) - Date.parse(calm[0]!.until)).toBeGreaterThan(gapMs);

    const { id } = await requested(context);
    expect(await sendWithdrawal(ctx, { transactionRow: id })).toBe("accepted");
    await at(midnight, 11);
    const after = (await refreshBalances(ctx)).balances.find(isYen);
    expect(Number(before?.available) - Number(after?.available)).toBeGreaterThan(12_000);
    expect(after?.sinceDayStart).toBe(subtractAmounts(after?.available ?? "", before?.available ?? ""));

    const { points, explanation, largest } = await yen();
    expect(points.map(({ available }) => available)).toEqual([
      ...[before?.available, before?.available],
      after?.available,
    ]);
    expect(explanation).toMatchObject({ accepted: { count: 1, amount: "12000", withoutFee: 0 }, rest: "0" });
    expect(largest).toHaveLength(1);
  });

  test("a longer range gathers its points, and keeps the last of each step", async () => {
    const { points } = await yen("week");
    const days = await yen("day");
    expect(points.at(-1)).toEqual(days.points.at(-1));
    expect(points.length).toBeLessThanOrEqual(days.points.length + 1);
  });

  test("of the past is shown beside the orders that are in flight today", async () => {
    const finance = await context.as("finance");
    const day = tokyoDay(new Date(context.clock.now.getTime() - 24 * HOUR_MS));
    const past = { range: "custom", currency: "JPY", from: day, to: day } as const;
    const { history } = await getBalanceHistory(finance, past);
    const { count } = await orderTotals(finance, ordersAsked.parse({ currency: "JPY", openOn: history?.today }));
    expect([tokyoDay(new Date(history?.until ?? 0)), history?.today, count]).toEqual([
      ...[day, tokyoDay(context.clock.now)],
      history?.explanation.accepted.count,
    ]);
  });
});

test("after an outage over midnight, the change of the day is unknown", async () => {
  const own = await openTestContext(service);
  const job = await own.as("job");
  const midnight = tokyoDayOf(new Date(Date.now() + 7 * 24 * HOUR_MS)).from;
  const sinceDayStart = async (minutes: number) => {
    own.clock.now = new Date(midnight.getTime() + minutes * 60_000);
    await service.setClock(own.clock.now.getTime() - Date.now());
    return (await refreshBalances(job)).balances.find(isYen)?.sinceDayStart;
  };
  await sinceDayStart(-11);
  expect(await sinceDayStart(600)).toBeNull();
  await sinceDayStart(24 * 60 - 10);
  expect(await sinceDayStart(34 * 60)).toBe("0");
  await own.close();
});

test("the lowest and the highest of a range are those of all its answers, also where a step shows a later one", async () => {
  const own = await openTestContext();
  const finance = await own.as("finance");
  const from = Date.parse("2026-10-01T00:00:00+09:00");
  const answer = async (minutes: number, available: string, lasted = 1) => {
    const [firstSeenAt, lastSeenAt] = [minutes, minutes + lasted].map((at) => new Date(from + at * 60_000));
    const values = { environment: "sandbox", currency: "JPY", available, ledger: "900" } as const;
    await own.db.insert(balanceSnapshots).values({ ...values, firstSeenAt: firstSeenAt!, lastSeenAt: lastSeenAt! });
  };
  const extremes = async (day: string) => {
    const filter = { range: "custom", currency: "JPY", from: day, to: day } as const;
    const { history } = await getBalanceHistory(finance, filter);
    return [history?.extremes, history?.points.map(({ available }) => available)];
  };
  own.clock.now = new Date(from + 10 * 24 * HOUR_MS);
  await answer(-60, "700", 30);
  await answer(-30, "300", 31);
  expect(await extremes("2026-10-01")).toEqual([{ lowest: "300", highest: "300" }, ["300"]]);
  await answer(1, "90");
  await answer(2, "1000");
  await answer(3, "200");
  await answer(24 * 60 + 1, "1");
  expect(await extremes("2026-10-01")).toEqual([{ lowest: "90", highest: "1000" }, ["300", "200"]]);
  expect(await extremes("2026-09-01")).toEqual([null, []]);
  await own.close();
});

test("a currency without any balance response is absent, rather than zero", async () => {
  const empty = await openTestContext();
  expect(await getBalanceHistory(await empty.as("finance"), { range: "day" })).toEqual({ history: null });
  await empty.close();
});

test("a range in which nothing was asked has no figure, however many answers there were before", async () => {
  const finance = await context.as("finance");
  const daysOn = (days: number) => new Date(context.clock.now.getTime() + days * 24 * HOUR_MS);
  const [day, now] = [tokyoDay(daysOn(10)), daysOn(11)];
  context.clock.now = now;
  const past = { range: "custom", currency: "JPY", from: day, to: day } as const;
  expect((await getBalanceHistory(finance, past)).history).toMatchObject({ points: [], extremes: null });
});
