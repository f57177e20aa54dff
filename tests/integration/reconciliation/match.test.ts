import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CLASSES, type RowClass } from "@/lib/reconciliation/classes";
import { openTestContext, type TestContext } from "../../support/context";
import { LEDGER_HEADER, type ReportedOrder, reconciled, reportOrders } from "../../support/reconciliation";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

/** What is planted: one kind of row, and the classes that it must be found in. */
const PLANTS = {
  matched: ["matched"],
  neither_moved: ["matched"],
  amount_differs: ["amount_differs"],
  other_currency: ["amount_differs"],
  only_in_ledger: ["only_in_ledger"],
  only_at_service: ["only_at_service"],
  credited_failed: ["credited_not_completed"],
  credited_pending: ["credited_not_completed"],
  not_credited: ["completed_not_credited"],
  deposit_without_row: ["completed_not_credited"],
  booked_before_midnight: ["across_cutoff"],
  completed_at_the_end: ["across_cutoff"],
  booked_twice: ["only_in_ledger", "only_in_ledger", "completed_not_credited"],
  not_paid_not_booked: [],
  another_day: [],
} satisfies Record<string, RowClass[]>;
type Plant = keyof typeof PLANTS;

const CURRENCIES = { JPY: 0, THB: 2, USDT: 6 } as const;
type Currency = keyof typeof CURRENCIES;

const amountIn = (currency: Currency, units: number) => {
  const digits = String(units).padStart(CURRENCIES[currency] + 1, "0");
  const at = digits.length - CURRENCIES[currency];
  return at === digits.length ? digits : `${digits.slice(0, at)}.${digits.slice(at)}`;
};

let made = 0;

/** The order and the lines of the ledger that a plant consists of, on a day that nothing else is on. */
function planted(plant: Plant, currency: Currency, units: number, second: number, day: string) {
  made += 1;
  const referenceId = `R-${made}`;
  const time = (seconds: number, of = day) =>
    new Date(Date.parse(`${of}T00:00:00+09:00`) + seconds * 1000).toISOString();
  const amount = amountIn(currency, units);
  const inside = 3_600 + second;
  const order: ReportedOrder = {
    ...{ referenceId, transactionId: `T-${made}`, type: "DEPOSIT", currency, amount },
    ...{ status: "COMPLETED", endedAt: time(inside), playerId: `p-${made}` },
  };
  const row = (more: Partial<{ amount: string; currency: string; state: string; at: string }> = {}) =>
    [
      referenceId,
      "入金",
      more.currency ?? currency,
      more.amount ?? amount,
      more.state ?? "計上済",
      more.at ?? time(inside),
      "",
    ].join(",");
  switch (plant) {
    case "matched":
      return { order, rows: [row()] };
    case "neither_moved":
      return { order: { ...order, status: "FAILED" }, rows: [row({ state: "未計上" })] };
    case "amount_differs":
      return { order, rows: [row({ amount: amountIn(currency, units + 1) })] };
    case "other_currency":
      return { order, rows: [row({ currency: currency === "JPY" ? "THB" : "JPY", amount: String(units) })] };
    case "only_in_ledger":
      return { order: null, rows: [row()] };
    case "only_at_service":
      return { order: { ...order, type: "WITHDRAW" as const }, rows: [] };
    case "credited_failed":
      return { order: { ...order, status: "FAILED" }, rows: [row()] };
    case "credited_pending":
      return { order: { ...order, status: "PENDING" }, rows: [row()] };
    case "not_credited":
      return { order, rows: [row({ state: "未計上" })] };
    case "deposit_without_row":
      return { order, rows: [] };
    case "booked_before_midnight":
      return { order: { ...order, endedAt: time(86_400 + second) }, rows: [row({ at: time(86_399) })] };
    case "completed_at_the_end":
      return { order: { ...order, endedAt: time(86_400 - 60) }, rows: [] };
    case "booked_twice":
      return { order, rows: [row(), row()] };
    case "not_paid_not_booked":
      return { order: { ...order, status: "CANCELLED" }, rows: [] };
    case "another_day":
      return {
        order: { ...order, endedAt: time(inside + 5 * 86_400) },
        rows: [row({ at: time(inside + 5 * 86_400) })],
      };
  }
}

const plant = fc.record({
  plant: fc.constantFrom(...(Object.keys(PLANTS) as Plant[])),
  currency: fc.constantFrom(...(Object.keys(CURRENCIES) as Currency[])),
  units: fc.integer({ min: 1, max: 9_999_999 }),
  second: fc.integer({ min: 0, max: 60_000 }),
});

const seed = Number(process.env.FC_SEED ?? 20261125);

/** The classes by reference, in the order of a run's lines, and its hash. */
async function resultOf(runId: string) {
  const { rows } = await context.db.execute<{ class: RowClass; reference: string }>(sql`
    select r.class, coalesce(t.reference_id, l.reference_id) as reference from reconciliation_rows r
      left join transactions t on t.id = r.order_id
      left join ledger_rows l on l.run_id = r.run_id and l.file = r.file and l.line = r.line
    where r.run_id = ${runId} order by r.position`);
  const { rows: runs } = await context.db.execute<{ digest: string; figures: { classes: { count: number }[] } }>(
    sql`select digest, figures from reconciliation_runs where id = ${runId}`,
  );
  return {
    rows,
    digest: runs[0]!.digest,
    counted: runs[0]!.figures.classes.reduce((sum, { count }) => sum + count, 0),
  };
}

test("planted differences of every class are all found and none is invented, however the ledger is sorted or split", async () => {
  let day = 0;
  const seen = new Set<RowClass>();
  await fc.assert(
    fc.asyncProperty(fc.array(plant, { minLength: 1, maxLength: 60 }), fc.integer(), async (plants, order) => {
      // Every case has its own days.
      day += 30;
      const name = new Date(Date.UTC(2015, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);
      const parts = plants.map((one) => ({
        ...planted(one.plant, one.currency, one.units, one.second, name),
        plant: one.plant,
      }));
      await reportOrders(
        context,
        parts.flatMap(({ order }) => order ?? []),
      );
      const lines = parts.flatMap(({ rows }) => rows);
      if (lines.length === 0) return;
      const expected = parts.flatMap((part) => PLANTS[part.plant]).toSorted();
      for (const one of expected) seen.add(one);

      const first = await resultOf(await reconciled(context, [[LEDGER_HEADER, ...lines].join("\r\n")], { day: name }));
      expect(first.rows.map((row) => row.class).toSorted()).toEqual(expected);
      expect(first.counted).toBe(expected.length);

      const shuffled = lines.toSorted((a, b) => hash(a, order) - hash(b, order));
      const cut = Math.max(1, Math.floor(lines.length / 2));
      const files = [shuffled.slice(0, cut), shuffled.slice(cut)].filter((some) => some.length > 0);
      const again = await resultOf(
        await reconciled(
          context,
          files.map((some) => [LEDGER_HEADER, ...some].join("\n")),
          { day: name },
        ),
      );
      expect(again).toEqual(first);
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 20), seed },
  );
  expect([...seen].toSorted()).toEqual([...CLASSES].toSorted());
}, 120_000);

/** Any order that differs with the seed. */
function hash(text: string, seedOf: number): number {
  let value = seedOf | 0;
  for (const character of text) value = (Math.imul(value, 31) + (character.codePointAt(0) ?? 0)) | 0;
  return value;
}
