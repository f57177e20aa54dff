import { parse } from "csv-parse/sync";
import { desc, eq, type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { transactions } from "@/drizzle/schema/transactions";
import { addAmounts } from "@/lib/money/amount";
import { exportReport } from "@/lib/reports/export";
import { paidOrders, requestedOrders } from "@/lib/reports/filter";
import { getReport } from "@/lib/reports/queries";
import { isUnrecorded, type Report, reportAsked, successRate } from "@/lib/reports/schema";
import { addressOf } from "@/lib/transactions/list/filter";
import { listOrders } from "@/lib/transactions/list/list";
import { ordersAsked } from "@/lib/transactions/schema";
import { openTestContext, type TestContext } from "../../support/context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
  context.clock.now = new Date("2026-11-23T12:00:00+09:00");
});
afterEach(async () => {
  await context.db.delete(transactions);
});
afterAll(() => context.close());

type Order = Partial<typeof transactions.$inferInsert> & { at: string; seconds?: number };

let made = 0;
/** Requested at `at`; with `seconds`, paid so long after. */
function order({ at, seconds, ...rest }: Order): typeof transactions.$inferInsert {
  made += 1;
  const createdAt = new Date(at);
  const endedAt = seconds === undefined ? null : new Date(createdAt.getTime() + seconds * 1_000);
  return {
    ...{ environment: "sandbox", referenceId: `R-${made}`, type: "DEPOSIT", currency: "JPY", amount: "1000" },
    ...{ createdAt, updatedAt: createdAt },
    ...(endedAt ? { status: "COMPLETED", statusSource: "query", endedAt, endedAtSource: "service" } : {}),
    ...rest,
  } as typeof transactions.$inferInsert;
}

const insert = (orders: Order[]) => context.db.insert(transactions).values(orders.map(order));

const read = async (asked: Record<string, string> = {}) =>
  getReport(await context.as("finance"), reportAsked.parse({ from: "2026-11-01", to: "2026-11-23", ...asked }));

const rowOf = ({ rows }: Report, from: string) => rows.find((row) => row.from === from);

async function countOf(filter: Parameters<typeof addressOf>[0]): Promise<number> {
  const asked = Object.fromEntries(new URLSearchParams(addressOf(filter)));
  return (await listOrders(await context.as("finance"), ordersAsked.parse(asked))).rows.length;
}

/** The last second before, and the first of, 17 November in Tokyo. */
const BEFORE = "2026-11-16T23:59:59+09:00";
const MIDNIGHT = "2026-11-17T00:00:00+09:00";

const SMALL: Order[] = [
  { at: BEFORE, seconds: 0, amount: "500", fee: "5" },
  { at: BEFORE, seconds: 1, amount: "700", fee: "7" },
  { at: MIDNIGHT, seconds: 100, amount: "1000", fee: "10" },
  { at: MIDNIGHT, seconds: 300, amount: "2000" },
  { at: MIDNIGHT, status: "FAILED", statusSource: "query" },
  { at: MIDNIGHT, status: "CANCELLED", statusSource: "query" },
  { at: MIDNIGHT, status: "RESOLVED", statusSource: "query" },
  { at: MIDNIGHT, submission: "rejected" },
  { at: MIDNIGHT, status: "PENDING", statusSource: "query" },
  { at: MIDNIGHT, submission: "unknown" },
  { at: MIDNIGHT, seconds: 10, type: "WITHDRAW", amount: "9" },
  { at: MIDNIGHT, seconds: 10, currency: "THB", amount: "8" },
];

describe("a small set, computed by hand", () => {
  test("a payment counts on its Tokyo day, an outcome on the day of the request", async () => {
    await insert(SMALL);
    const report = await read();
    expect(rowOf(report, "2026-11-16")).toMatchObject({
      ...{ paid: 1, volume: "500", fees: "5", withoutFee: 0, median: 0, p95: 0 },
      ...{ requested: 2, completed: 2, failed: 0, cancelled: 0, resolved: 0, refused: 0 },
    });
    const day = rowOf(report, "2026-11-17");
    expect(day).toMatchObject({
      ...{ paid: 3, volume: "3700", fees: "17", withoutFee: 1, median: 100, p95: 280 },
      ...{ requested: 8, completed: 2, failed: 1, cancelled: 1, resolved: 1, refused: 1 },
    });
    expect(day && successRate(day)).toBeCloseTo(2 / 6);
    expect(report.total).toMatchObject({ paid: 4, volume: "4200", fees: "22", requested: 10, completed: 4 });
    expect(rowOf(report, "2026-11-18")).toMatchObject({ paid: 0, volume: "0", median: null, requested: 0 });
  });

  test("every count is that of the list it leads to", async () => {
    await insert(SMALL);
    const { rows, filter, total } = await read();
    for (const row of [...rows.filter(({ requested, paid }) => requested + paid > 0), total]) {
      expect(await countOf(paidOrders(filter, row))).toBe(row.paid);
      expect(await countOf(requestedOrders(filter, row))).toBe(row.requested);
      expect(await countOf(requestedOrders(filter, row, "COMPLETED"))).toBe(row.completed);
      expect(await countOf(requestedOrders(filter, row, "rejected"))).toBe(row.refused);
    }
  });

  test("the file has the lines of the page, and its export is recorded", async () => {
    await insert([...SMALL, { at: "2026-11-15T12:00:00+09:00", currency: "THB" }]);
    const asked = { from: "2026-11-15", to: "2026-11-18" };
    const { rows } = await read(asked);
    const finance = await context.as("finance");
    const { body, name } = await exportReport(finance, reportAsked.parse(asked));
    const lines: Record<string, string>[] = parse(body, { columns: true, bom: true });
    expect(name).toBe("choba-sandbox-report-JPY-deposit-2026-11-15-2026-11-18.csv");
    expect(
      lines.map(({ from, paid, volume, fees, requested, refused }) => ({
        from,
        paid,
        volume,
        fees,
        requested,
        refused,
      })),
    ).toEqual(
      rows.map(({ from, paid, volume, fees, requested, refused }) => ({
        ...{ from, paid: String(paid), volume, fees },
        ...{ requested: String(requested), refused: String(refused) },
      })),
    );
    expect(lines.map(({ medianSeconds }) => medianSeconds)).toEqual(["", "0.0", "100.0", ""]);
    const [line] = await context.db
      .select()
      .from(auditEvents)
      .where(eq(auditEvents.action, "reports.exported"))
      .orderBy(desc(auditEvents.id))
      .limit(1);
    expect(line?.detail).toMatchObject({ rows: 4 });
  });

  test("a period before the record is not one without orders", async () => {
    await insert(SMALL);
    const asked = { from: "2026-11-14", to: "2026-11-18" };
    const report = await read(asked);
    expect(report.since).toBe("2026-11-16");
    const before = ["2026-11-14", "2026-11-15"];
    expect(report.rows.filter((row) => isUnrecorded(report, row)).map(({ from }) => from)).toEqual(before);
    const { body } = await exportReport(await context.as("finance"), reportAsked.parse(asked));
    const lines: Record<string, string>[] = parse(body, { columns: true, bom: true });
    expect(lines.map(({ paid, volume }) => [paid, volume])).toEqual([
      ...[
        ["", ""],
        ["", ""],
        ["1", "500"],
        ["3", "3700"],
      ],
      ["0", "0"],
    ]);
    // An order that was made elsewhere is older than the record, and known.
    await insert([{ at: "2026-11-15T12:00:00+09:00", firstSeenAt: new Date("2026-11-17T12:00:00+09:00") }]);
    const later = await read(asked);
    expect(later.rows.filter((row) => isUnrecorded(later, row)).map(({ from }) => from)).toEqual(before.slice(0, 1));
  });

  test("the file cuts the success rate off, so that 1 means all", async () => {
    const all = 25_000;
    // Triggers and checks of references would take most of the time of the test.
    const directly = (statement: SQL) =>
      context.db.transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(statement);
      });
    await directly(sql`
      insert into transactions (environment, reference_id, type, currency, amount, status, created_at, updated_at)
      select 'sandbox', 'RATE-' || n, 'DEPOSIT', 'JPY', 1000, case when n = 1 then 'FAILED' else 'COMPLETED' end,
        ${MIDNIGHT}::timestamptz, ${MIDNIGHT}::timestamptz from generate_series(1, ${all}::int) n`);
    await insert([{ at: BEFORE, seconds: 1 }]);
    const asked = reportAsked.parse({ from: "2026-11-16", to: "2026-11-17" });
    const { body } = await exportReport(await context.as("finance"), asked);
    await directly(sql`delete from transactions`);
    const lines: Record<string, string>[] = parse(body, { columns: true, bom: true });
    expect(lines.map(({ requested, successRate: rate }) => [requested, rate])).toEqual([
      ["1", "1.0000"],
      [String(all), "0.9999"],
    ]);
  });

  test("weeks begin on Monday, and a period at an end is cut off there", async () => {
    const { rows } = await read({ unit: "week", from: "2026-11-10", to: "2026-11-18" });
    expect(rows.map(({ from, to }) => `${from} ${to}`)).toEqual(["2026-11-10 2026-11-15", "2026-11-16 2026-11-18"]);
    const months = await read({ unit: "month", from: "2026-10-15", to: "2026-11-02" });
    expect(months.rows.map(({ from, to }) => `${from} ${to}`)).toEqual([
      "2026-10-15 2026-10-31",
      "2026-11-01 2026-11-02",
    ]);
  });
});

/** As PostgreSQL's percentile_cont has it. */
function percentile(values: number[], share: number): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low === undefined || high === undefined ? null : low + (high - low) * (place - Math.floor(place));
}

test("the days add up to the weeks and the month, and percentiles are those of a sorted list", async () => {
  const one = fc.record({
    minutes: fc.integer({ min: 0, max: 22 * 24 * 60 }),
    seconds: fc.integer({ min: 0, max: 100_000 }),
    amount: fc.integer({ min: 1, max: 1_000_000 }).map(String),
    fee: fc.option(fc.integer({ min: 0, max: 999 }).map(String)),
    isPaid: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 40 }), async (orders) => {
      await context.db.delete(transactions);
      const first = new Date("2026-11-01T00:00:00+09:00").getTime();
      await insert(
        orders.map(({ minutes, seconds, isPaid, ...order }) => ({
          ...{ ...order, at: new Date(first + minutes * 60_000).toISOString() },
          ...(isPaid ? { seconds } : { status: "FAILED", statusSource: "query" as const }),
        })),
      );
      const whole = { from: "2026-11-01", to: "2026-11-30" };
      const [days, weeks, month] = await Promise.all(["day", "week", "month"].map((unit) => read({ ...whole, unit })));
      for (const report of [days, weeks, month]) {
        const { rows, total } = report ?? { rows: [], total: undefined };
        for (const count of ["paid", "requested", "completed", "failed"] as const)
          expect(rows.reduce((sum, row) => sum + row[count], 0)).toBe(total?.[count]);
        for (const amount of ["volume", "fees"] as const)
          expect(rows.map((row) => row[amount]).reduce(addAmounts, "0")).toBe(total?.[amount]);
        expect(total).toEqual(month?.total);
      }
      const times = orders.filter(({ isPaid }) => isPaid).map(({ seconds }) => seconds);
      const expected = [percentile(times, 0.5), percentile(times, 0.95)];
      expect([month?.total.median ?? null, month?.total.p95 ?? null]).toEqual(
        expected.map((value) => (value === null ? null : expect.closeTo(value, 3))),
      );
    }),
    { numRuns: 15 },
  );
});
