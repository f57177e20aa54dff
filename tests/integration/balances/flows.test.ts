import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { transactions } from "@/drizzle/schema/transactions";
import { exportBalanceHistory } from "@/lib/balances/export";
import { getBalanceHistory } from "@/lib/balances/queries";
import { historyFilter } from "@/lib/balances/schema";
import { openTestContext, type TestContext } from "../../support/context";

const NOW = new Date("2026-11-23T12:00:00+09:00");
const MINUTE_MS = 60_000;

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  context.clock.now = NOW;
});
afterAll(() => context.close());

const historyBy = async (asked: Record<string, string>) => {
  const { history } = await getBalanceHistory(await context.as("finance"), historyFilter.parse(asked));
  if (!history) throw new Error("no history");
  return history;
};

/** A response a minute for 20 days, each another balance, with half a day without one. */
const FIRST = NOW.getTime() - 20 * 24 * 60 * MINUTE_MS;
const minutes = Array.from({ length: 20 * 24 * 60 }, (_, nth) => nth).filter((nth) => nth < 7_200 || nth >= 7_920);

test("a balance that moves each minute is drawn by at most 200 points, and a silence stays a gap", async () => {
  const said = { environment: "sandbox", currency: "JPY", ledger: "2000000" } as const;
  for (let from = 0; from < minutes.length; from += 5_000)
    await context.db.insert(balanceSnapshots).values(
      minutes.slice(from, from + 5_000).map((nth) => {
        const [firstSeenAt, lastSeenAt] = [FIRST + nth * MINUTE_MS, FIRST + nth * MINUTE_MS + 50_000];
        return {
          ...said,
          available: String(1_000_000 + nth),
          firstSeenAt: new Date(firstSeenAt),
          lastSeenAt: new Date(lastSeenAt),
        };
      }),
    );
  for (const asked of [{ range: "day" }, { range: "week" }, { range: "month" }, CUSTOM]) {
    const { points } = await historyBy({ ...asked, currency: "JPY" });
    expect(points.length).toBeGreaterThan(80);
    expect(points.length).toBeLessThanOrEqual(200);
    expect(points.map(({ at }) => at)).toEqual(points.map(({ at }) => at).toSorted());
  }
  const { points, gapMs } = await historyBy({ range: "month" });
  const gaps = points.filter(
    (point, nth) => nth > 0 && Date.parse(point.at) - Date.parse(points[nth - 1]!.until) > gapMs,
  );
  expect(gaps).toHaveLength(1);
});

const CUSTOM = { range: "custom", from: "2026-11-10", to: "2026-11-17" };

test("chosen days end with the last one in Tokyo, and days that are none are the usual range", async () => {
  const { from, until, points } = await historyBy(CUSTOM);
  expect(from).toBe("2026-11-09T15:00:00.000Z");
  expect(until).toBe("2026-11-17T14:59:59.999Z");
  expect(points.every(({ at }) => at >= from && at <= until)).toBe(true);
  expect(historyFilter.parse({ range: "custom", from: "2026-11-17", to: "2026-11-10" })).toEqual({ range: "month" });
  expect(historyFilter.parse({ range: "custom", from: "2020-01-01", to: "2026-11-10" })).toEqual({ range: "month" });
});

test("the file has every answer of the range, not those of the chart alone", async () => {
  const file = await exportBalanceHistory(await context.as("finance"), historyFilter.parse(CUSTOM));
  const lines: string[][] = parse(await new Response(file.body).text(), { bom: true });
  expect(file.name).toBe("choba-sandbox-balances-JPY-20261110-20261117.csv");
  const { from, until } = await historyBy(CUSTOM);
  const within = minutes.filter((nth) => {
    const at = FIRST + nth * MINUTE_MS;
    return at + 50_000 >= Date.parse(from) && at <= Date.parse(until);
  });
  expect(lines).toHaveLength(within.length + 1);
  expect(lines.at(-1)).toEqual(["JPY", "2026-11-17 23:59:00", "2026-11-17 23:59:50", "1020879", "2000000"]);
});

test("paid orders flow on the Tokyo day of their payment, with what the balance moved by", async () => {
  const midnight = new Date("2026-11-17T00:00:00+09:00");
  let made = 0;
  const paid = (type: string, ms: number, more: object = {}) => {
    made += 1;
    const endedAt = new Date(midnight.getTime() + ms);
    return {
      ...({ environment: "sandbox", currency: "JPY", amount: "1000", fee: "10", status: "COMPLETED" } as const),
      ...{ referenceId: `F-${made}`, type, createdAt: endedAt, updatedAt: endedAt, endedAt },
      ...more,
    };
  };
  await context.db
    .insert(transactions)
    .values([
      paid("DEPOSIT", -1),
      paid("DEPOSIT", 0, { netAmount: "980" }),
      paid("WITHDRAW", 0),
      paid("WITHDRAW", 1, { fee: null }),
      paid("WITHDRAW", 2, { actualAmount: "1500" }),
      paid("DEPOSIT", 3, { currency: "THB" }),
      { ...paid("DEPOSIT", 4), status: "FAILED" },
    ]);
  const { flows } = await historyBy({ range: "custom", from: "2026-11-15", to: "2026-11-18" });
  expect(flows).toEqual([
    { day: "2026-11-15", inflow: "0", outflow: "0" },
    { day: "2026-11-16", inflow: "990", outflow: "0" },
    { day: "2026-11-17", inflow: "980", outflow: "3510" },
    { day: "2026-11-18", inflow: "0", outflow: "0" },
  ]);
  // Before the first answer or order nothing is known: these days are left out.
  const { flows: longer } = await historyBy({ range: "month" });
  expect(longer[0]?.day).toBe("2026-11-03");
});
