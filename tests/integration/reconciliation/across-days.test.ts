import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LedgerMapping } from "@/lib/reconciliation/ledger-mapping";
import { openTestContext, type TestContext } from "../../support/context";
import {
  LEDGER_HEADER,
  LEDGER_MAPPING,
  type ReportedOrder,
  reconciled,
  reportOrders,
} from "../../support/reconciliation";

// What the runs of several days say of one order.

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

let days = 0;
/** Two past days, one after the other, that no other test is on. */
const freshDays = () => {
  days += 5;
  const at = (more: number) => new Date(Date.UTC(2023, 0, days + more)).toISOString().slice(0, 10);
  return [at(1), at(2), at(3)] as const;
};

const orderAt = (day: string, time: string, referenceId: string, more: Partial<ReportedOrder> = {}) => ({
  ...{ referenceId, transactionId: `T-${referenceId}`, type: "DEPOSIT" as const, currency: "JPY", amount: "5000" },
  ...{ status: "COMPLETED", endedAt: `${day}T${time}+09:00`, playerId: "p-1", ...more },
});
const rowAt = (day: string, time: string, referenceId: string, { amount = "5000", state = "計上済" } = {}) =>
  `${referenceId},入金,JPY,${amount},${state},${day} ${time},p-1`;

const run = (day: string, rows: string[], mapping: LedgerMapping = LEDGER_MAPPING) =>
  reconciled(context, [[LEDGER_HEADER, ...rows].join("\r\n")], { day, mapping });
/** A row beside the one that is looked at: a ledger is never empty. */
const beside = (day: string) => rowAt(day, "12:00:00", `other-${day}`, { state: "未計上" });

type Found = {
  class: string;
  ledger: string | null;
  service: string | null;
  mark: string | null;
  order: string | null;
};
/** The rows of a run that name an order or its line, besides those that make the ledger no empty one. */
async function rowsOf(runId: string, reference: string): Promise<Found[]> {
  const { rows } = await context.db.execute<Found>(sql`
    select r.class, r.ledger_amount::text as ledger, r.service_amount::text as service, r.mark, t.reference_id as order
    from reconciliation_rows r left join transactions t on t.id = r.order_id
      left join ledger_rows l on l.run_id = r.run_id and l.file = r.file and l.line = r.line
    where r.run_id = ${runId} and ${reference} in (t.reference_id, l.reference_id) order by r.position`);
  return rows;
}
const classesOf = async (runId: string, reference: string) => (await rowsOf(runId, reference)).map((row) => row.class);

/** The exceptions of an order or of a line that names it, the oldest first. */
async function exceptionsOf(reference: string) {
  const { rows } = await context.db.execute<{ class: string; state: string; ledger: string; service: string }>(sql`
    select e.class, e.state, e.ledger_amount::text as ledger, e.service_amount::text as service
    from reconciliation_exceptions e left join transactions t on t.id = e.order_id
    where t.reference_id = ${reference} or e.ledger_key = ${reference} or starts_with(e.identity, ${`l:${reference}@`})
    order by e.opened_at, e.id`);
  return rows;
}

test("what a ledger had as not booked at the end of a day is looked for in the next ledger", async () => {
  const [first, second, third] = freshDays();
  await reportOrders(context, [orderAt(first, "23:30:00", "N-1"), orderAt(first, "23:31:00", "N-2")]);
  const unbooked = { state: "未計上" };
  const one = await run(first, [rowAt(first, "23:30:00", "N-1", unbooked), rowAt(first, "23:31:00", "N-2", unbooked)]);
  expect([await classesOf(one, "N-1"), await classesOf(one, "N-2")]).toEqual([["across_cutoff"], ["across_cutoff"]]);
  // The one is in no later ledger, the other in the next one as it was.
  const two = await run(second, [beside(second), rowAt(first, "23:31:00", "N-2", unbooked)]);
  expect([await classesOf(two, "N-1"), await classesOf(two, "N-2")]).toEqual([
    ["completed_not_credited"],
    ["completed_not_credited"],
  ]);
  expect(await exceptionsOf("N-1")).toMatchObject([{ class: "completed_not_credited", state: "open" }]);
  // A row that is not booked ends no exception; one that is booked does.
  await run(first, [rowAt(first, "23:30:00", "N-1", unbooked), rowAt(first, "23:31:00", "N-2", unbooked)]);
  expect(await exceptionsOf("N-1")).toMatchObject([{ state: "open" }]);
  await run(third, [rowAt(third, "09:00:00", "N-1"), rowAt(first, "23:31:00", "N-2")]);
  expect(await exceptionsOf("N-1")).toMatchObject([{ state: "matched" }]);
});

test("an order that the day before left for this ledger is joined with a row of its own day", async () => {
  const [first, second] = freshDays();
  await reportOrders(context, [orderAt(first, "23:30:00", "J-1")]);
  const one = await run(first, [beside(first)]);
  expect(await classesOf(one, "J-1")).toEqual(["across_cutoff"]);
  const two = await run(second, [rowAt(first, "23:30:00", "J-1")]);
  expect(await rowsOf(two, "J-1")).toMatchObject([{ class: "across_cutoff", ledger: "5000", service: "5000" }]);
  expect(await exceptionsOf("J-1")).toEqual([]);
});
