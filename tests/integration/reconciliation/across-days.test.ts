import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { classTotals } from "@/components/reconciliation/figures";
import { getDay } from "@/lib/daily-close/queries";
import type { LedgerMapping } from "@/lib/reconciliation/ledger-mapping";
import { getReconciliation, listReconciliationRows } from "@/lib/reconciliation/queries";
import { getReconciliationRow } from "@/lib/reconciliation/row-detail";
import { type RunFigures, rowsAsked } from "@/lib/reconciliation/schema";
import { openTestContext, type TestContext } from "../../support/context";
import { closeDayAsShown } from "../../support/daily-close";
import {
  closeAsShown,
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

/** The exceptions of an order or of a line that names it, by class. */
async function exceptionsOf(reference: string) {
  const { rows } = await context.db.execute<{ class: string; state: string; ledger: string; service: string }>(sql`
    select e.class, e.state, e.ledger_amount::text as ledger, e.service_amount::text as service
    from reconciliation_exceptions e left join transactions t on t.id = e.order_id
    where t.reference_id = ${reference} or e.ledger_key = ${reference} or starts_with(e.identity, ${`l:${reference}@`})
    order by e.class, e.opened_at`);
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

/** The service completes what was pending. */
const complete = (referenceId: string, day: string, fee: string | null = null) =>
  context.db.execute(sql`update transactions set status = 'COMPLETED', fee = ${fee}, ended_at = ${`${day}T00:05:00+09:00`}::timestamptz,
    ended_at_source = 'service', end_known_at = ${`${day}T00:05:00+09:00`}::timestamptz where reference_id = ${referenceId}`);
const pending = (day: string, referenceId: string) => orderAt(day, "23:50:00", referenceId, { status: "PENDING" });

test("what was booked the day before it was completed is no difference of the next day", async () => {
  const [first, second, third] = freshDays();
  await reportOrders(context, [pending(first, "E-1")]);
  const one = await run(first, [rowAt(first, "23:55:00", "E-1")]);
  expect(await classesOf(one, "E-1")).toEqual(["credited_not_completed"]);
  await complete("E-1", second);
  const two = await run(second, [beside(second)]);
  expect(await rowsOf(two, "E-1")).toMatchObject([{ class: "across_cutoff", ledger: null, service: "5000" }]);
  expect(await exceptionsOf("E-1")).toMatchObject([{ class: "credited_not_completed", state: "matched" }]);
  expect(await classesOf(await run(third, [beside(third)]), "E-1")).toEqual([]);
});

test("what was booked before it was completed is compared by the amount of the ledger that booked it", async () => {
  const [first, second] = freshDays();
  await reportOrders(context, [pending(first, "E-2")]);
  await run(first, [rowAt(first, "23:55:00", "E-2", { amount: "4900" })], { ...LEDGER_MAPPING, basis: "moved" });
  await complete("E-2", second, "100");
  const two = await run(second, [beside(second)]);
  expect(await classesOf(two, "E-2")).toEqual(["across_cutoff"]);
  expect(await exceptionsOf("E-2")).toMatchObject([{ class: "credited_not_completed", state: "matched" }]);
});

test("what was booked before it was completed with another amount or type stays one exception, with both amounts", async () => {
  const [first, second] = freshDays();
  await reportOrders(context, [pending(first, "E-3"), pending(first, "E-4"), pending(first, "E-5")]);
  const wrong = rowAt(first, "23:55:00", "E-3", { amount: "4000" });
  const withdrawal = rowAt(first, "23:55:00", "E-4").replace("入金", "出金");
  const moved = rowAt(first, "23:55:00", "E-5", { amount: "4000" });
  await run(first, [wrong, withdrawal, moved]);
  for (const reference of ["E-3", "E-4", "E-5"]) await complete(reference, second);
  // The next ledger has the third as not booked.
  const two = await run(second, [beside(second), rowAt(second, "00:05:00", "E-5", { state: "未計上" })]);
  const both = { class: "amount_differs", ledger: "4000", service: "5000", mark: "booked_elsewhere" };
  expect(await rowsOf(two, "E-3")).toMatchObject([both]);
  expect(await rowsOf(two, "E-4")).toMatchObject([{ ...both, ledger: "5000", service: null, mark: "type" }]);
  expect(await rowsOf(two, "E-5")).toMatchObject([both]);
  const differs = { class: "amount_differs", state: "open" };
  expect(await exceptionsOf("E-3")).toMatchObject([{ ...differs, ledger: "4000", service: "5000" }]);
  expect(await exceptionsOf("E-4")).toMatchObject([{ ...differs, ledger: "5000", service: null }]);
  expect(await exceptionsOf("E-5")).toMatchObject([{ ...differs, ledger: "4000", service: "5000" }]);
  // The day of each run has them, and so has its close.
  const openOn = async (day: string) => (await getDay(await context.as("finance"), { day }))?.reconciliation;
  expect(await openOn(first)).toMatchObject({ openCount: 3 });
  const named = ["E-3", "E-4", "E-5"].map((reference) => ({ class: "amount_differs", reference }));
  expect(await openOn(second)).toMatchObject({ openCount: 4, open: [...named, { class: "only_in_ledger" }] });
  await run(first, [rowAt(first, "23:55:00", "E-3"), withdrawal, moved]);
  expect(await exceptionsOf("E-3")).toMatchObject([{ state: "matched" }]);
});

test("a day without a run of its own has the shortest run of several days, also in its close", async () => {
  const [first, second, third] = freshDays();
  await reportOrders(context, [orderAt(second, "12:00:00", "R-of-days", { status: "PENDING" })]);
  const finance = await context.as("finance");
  const ofDay = async (day: string) => (await getDay(finance, { day }))?.reconciliation;
  expect(await ofDay(second)).toBeNull();
  const rows = [LEDGER_HEADER, rowAt(second, "12:00:00", "R-of-days")];
  const days = { first, last: third };
  const whole = await reconciled(context, [rows.join("\r\n")], { day: first, lastDay: third });
  const open = [{ class: "credited_not_completed", reference: "R-of-days" }];
  expect(await ofDay(second)).toMatchObject({ runId: whole, days, openCount: 1, open });
  expect(await ofDay(third)).toMatchObject({ runId: whole, days });
  expect(await closeDayAsShown(finance, { day: second, reason: "open" })).toMatchObject({
    ok: true,
    value: { kind: "closed" },
  });
  const closed = { isIntact: true, reconciliation: { runId: whole, days, openCount: 1, open } };
  expect(await getDay(finance, { day: second })).toMatchObject({ closed });
  const two = await reconciled(context, [rows.join("\r\n")], { day: second, lastDay: third });
  expect(await ofDay(third)).toMatchObject({ runId: two, days: { first: second, last: third } });
  const own = await run(third, [beside(third)]);
  expect(await ofDay(third)).toMatchObject({ runId: own });
  expect(await ofDay(third)).not.toHaveProperty("days");
  expect(await ofDay(first)).toMatchObject({ runId: whole });
});

test("an exception of a run of several days is of the day of its order, else of its line", async () => {
  const [first, second, third] = freshDays();
  const pending = orderAt(first, "12:00:00", "D-pending", { status: "PENDING" });
  const late = orderAt(first, "12:00:00", "D-late", { status: "FAILED", endedAt: `${third}T12:00:00+09:00` });
  await reportOrders(context, [orderAt(second, "12:00:00", "D-completed"), pending, late]);
  const rows = ["D-pending", "D-late", "D-line"].map((reference) => rowAt(second, "12:00:00", reference));
  const ledger = [LEDGER_HEADER, ...rows, `D-dateless,入金,JPY,5000,計上済,,p-1`].join("\r\n");
  await reconciled(context, [ledger], { day: first, lastDay: second });
  const { rows: found } = await context.db.execute<{ reference: string; day: string }>(sql`
    select coalesce(t.reference_id, e.ledger_key) as reference, e.day::text as day
    from reconciliation_exceptions e left join transactions t on t.id = e.order_id
    where coalesce(t.reference_id, e.ledger_key) like 'D-%' order by 1`);
  expect(found).toEqual([
    { reference: "D-completed", day: second },
    { reference: "D-dateless", day: first },
    // Its order ended on a day that the run does not have.
    { reference: "D-late", day: second },
    { reference: "D-line", day: second },
    { reference: "D-pending", day: second },
  ]);
});

test("a day lists no exception of an earlier run of several days that its own later run does not have", async () => {
  const [first, second, third] = freshDays();
  const wrong = rowAt(second, "12:00:00", "C-wrong");
  const both = rowAt(second, "12:00:00", "C-both");
  const pass = () => {
    context.clock.now = new Date(context.clock.now.getTime() + 60_000);
  };
  const onSheet = async (day: string) => {
    const reconciliation = (await getDay(await context.as("finance"), { day }))?.reconciliation;
    return { count: reconciliation?.openCount, open: reconciliation?.open.map(({ reference }) => reference) };
  };
  const whole = (rows: string[]) =>
    reconciled(context, [[LEDGER_HEADER, ...rows].join("\r\n")], { day: first, lastDay: third });
  await whole([wrong, both]);
  pass();
  await run(second, [both]);
  expect(await onSheet(second)).toEqual({ count: 1, open: ["C-both"] });
  // It is still open, and on the days for which the longer run speaks.
  expect(await exceptionsOf("C-wrong")).toMatchObject([{ state: "open" }]);
  expect(await onSheet(third)).toEqual({ count: 2, open: ["C-both", "C-wrong"] });
  // What a longer run finds after the day's own one is news of the day.
  pass();
  await whole([wrong, both]);
  expect(await onSheet(second)).toEqual({ count: 2, open: ["C-both", "C-wrong"] });
});

test("a day names 200 open exceptions and counts all of them", async () => {
  const [day] = freshDays();
  await run(
    day,
    Array.from({ length: 201 }, (_, of) => rowAt(day, "12:00:00", `many-${of}`)),
  );
  const reconciliation = (await getDay(await context.as("finance"), { day }))?.reconciliation;
  expect(reconciliation).toMatchObject({ openCount: 201 });
  expect(reconciliation?.open).toHaveLength(200);
});

test("an amount that differs across midnight stays the exception of the day that booked it", async () => {
  const [first, second] = freshDays();
  await reportOrders(context, [orderAt(second, "00:05:00", "E-6")]);
  const one = await run(first, [rowAt(first, "23:55:00", "E-6", { amount: "4000" })]);
  expect(await classesOf(one, "E-6")).toEqual(["amount_differs"]);
  expect(await classesOf(await run(second, [beside(second)]), "E-6")).toEqual(["across_cutoff"]);
  expect(await exceptionsOf("E-6")).toMatchObject([
    { class: "amount_differs", state: "open", ledger: "4000", service: "5000" },
  ]);
});

test("an order that another ledger has booked at another time is an exception of its own", async () => {
  const [first, second] = freshDays();
  await reportOrders(context, [orderAt(first, "12:00:00", "D-1"), orderAt(first, "12:00:00", "D-2")]);
  const once = [rowAt(first, "12:00:00", "D-1"), rowAt(first, "12:00:00", "D-2", { amount: "4000" })];
  await run(first, once);
  const two = await run(second, [rowAt(second, "09:00:00", "D-1"), rowAt(second, "09:00:00", "D-2")]);
  const again = { class: "only_in_ledger", ledger: "5000", service: null, mark: "booked_before", order: null };
  expect(await rowsOf(two, "D-1")).toEqual([again]);
  expect(await rowsOf(two, "D-2")).toEqual([again]);
  // Its panel leads to the order, which is held.
  const finance = await context.as("finance");
  const listed = await listReconciliationRows(finance, rowsAsked.parse({ runId: two, class: "only_in_ledger" }));
  const shown = listed?.rows.find(({ reference }) => reference === "D-1");
  const detail = await getReconciliationRow(finance, { runId: two, position: shown?.position ?? "" });
  expect(detail).toMatchObject({ order: null, bookedBefore: "D-1" });
  const isOpen = { class: "only_in_ledger", state: "open" };
  expect(await exceptionsOf("D-1")).toMatchObject([isOpen]);
  // That of the order is not ended by it.
  expect(await exceptionsOf("D-2")).toMatchObject([{ class: "amount_differs", state: "open" }, isOpen]);
  // The ledger that had it first may be compared again, and ends nothing of the second.
  expect(await classesOf(await run(first, once), "D-1")).toEqual(["matched"]);
  expect(await exceptionsOf("D-1")).toMatchObject([isOpen]);
  await run(second, [beside(second)]);
  expect(await exceptionsOf("D-1")).toMatchObject([{ state: "superseded" }]);
});

test("an order of this day that another ledger has booked is booked once, also where this one has it", async () => {
  const [first, second] = freshDays();
  await reportOrders(context, [orderAt(second, "00:05:00", "D-3"), orderAt(first, "12:00:00", "D-4")]);
  await run(first, [rowAt(first, "23:55:00", "D-3"), rowAt(first, "12:00:00", "D-4")]);
  const two = await run(second, [rowAt(second, "00:05:00", "D-3")]);
  expect(await rowsOf(two, "D-3")).toMatchObject([
    { class: "only_in_ledger", mark: "booked_before" },
    { class: "across_cutoff", ledger: null, service: "5000", mark: null },
  ]);
  // Also where the days of two runs overlap.
  const both = [rowAt(first, "12:01:00", "D-4"), beside(second)];
  const wide = await reconciled(context, [[LEDGER_HEADER, ...both].join("\n")], { day: first, lastDay: second });
  expect(await classesOf(wide, "D-4")).toEqual(["only_in_ledger", "across_cutoff"]);
});

test("the same row in the files of two days is booked once", async () => {
  const [first, second] = freshDays();
  await reportOrders(context, [orderAt(second, "00:05:00", "D-5")]);
  const row = rowAt(first, "23:59:59", "D-5");
  expect(await classesOf(await run(first, [row]), "D-5")).toEqual(["across_cutoff"]);
  expect(await rowsOf(await run(second, [row]), "D-5")).toMatchObject([{ class: "across_cutoff", ledger: "5000" }]);
  expect(await exceptionsOf("D-5")).toEqual([]);
});

test("a day that is compared after the next one leaves nothing for it", async () => {
  const [first, second] = freshDays();
  await reportOrders(context, [
    orderAt(first, "23:30:00", "O-1"),
    orderAt(first, "23:31:00", "O-2"),
    orderAt(first, "23:32:00", "O-3"),
  ]);
  await run(second, [rowAt(second, "00:10:00", "O-2"), rowAt(second, "00:11:00", "O-3")]);
  const one = await run(first, [beside(first), rowAt(first, "23:32:00", "O-3", { state: "未計上" })]);
  expect(await classesOf(one, "O-1")).toEqual(["completed_not_credited"]);
  expect(await exceptionsOf("O-1")).toMatchObject([{ class: "completed_not_credited", state: "open" }]);
  // What the next ledger has booked is across the cut-off as before.
  expect([await classesOf(one, "O-2"), await classesOf(one, "O-3")]).toEqual([["across_cutoff"], ["across_cutoff"]]);
});

test("two rows of one name whose order is found are one exception", async () => {
  const [first] = freshDays();
  const twins = [rowAt(first, "12:00:00", "W-1"), rowAt(first, "12:01:00", "W-1")];
  await run(first, twins);
  expect(await exceptionsOf("W-1")).toMatchObject([{ state: "open" }, { state: "open" }]);
  await reportOrders(context, [orderAt(first, "12:00:00", "W-1")]);
  const again = await run(first, [rowAt(first, "12:00:00", "W-1", { amount: "4000" })]);
  expect(await classesOf(again, "W-1")).toEqual(["amount_differs"]);
  const { rows } =
    await context.db.execute(sql`select state, last_run = ${again} as is_of_run from reconciliation_exceptions e
    where starts_with(identity, 'l:W-1') or order_id = (select id from transactions where reference_id = 'W-1') order by state`);
  expect(rows).toEqual([
    { state: "open", is_of_run: true },
    { state: "superseded", is_of_run: false },
  ]);
});

test("the sums of a class do not cancel out, and have both sides of the cut-off", async () => {
  const [first, second] = freshDays();
  await reportOrders(context, [
    orderAt(first, "12:00:00", "S-1"),
    orderAt(first, "12:00:00", "S-2"),
    orderAt(first, "23:40:00", "S-3", { amount: "300" }),
    orderAt(second, "00:05:00", "S-4", { amount: "400" }),
  ]);
  const runId = await run(first, [
    rowAt(first, "12:00:00", "S-1", { amount: "6000" }),
    rowAt(first, "12:00:00", "S-2", { amount: "4000" }),
    rowAt(first, "23:55:00", "S-4", { amount: "400" }),
  ]);
  const { rows } = await context.db.execute<{ figures: RunFigures }>(
    sql`select figures from reconciliation_runs where id = ${runId}`,
  );
  const { classes } = rows[0]!.figures;
  expect(classes).toEqual([
    {
      ...{ class: "amount_differs", currency: "JPY", count: 2, ledger: "10000", service: "10000" },
      ...{ difference: "2000", moved: "10000" },
    },
    {
      ...{ class: "across_cutoff", currency: "JPY", count: 2, ledger: "400", service: "700" },
      ...{ difference: "300", moved: "700" },
    },
  ]);
  const shown = classTotals(classes).filter(({ count }) => count > 0);
  expect(shown.map(({ class: one, sums }) => [one, sums])).toEqual([
    ["amount_differs", [{ currency: "JPY", amount: "2000" }]],
    ["across_cutoff", [{ currency: "JPY", amount: "700" }]],
  ]);
});

test("an exception that another run in force still has is not ended with the one that found it last", async () => {
  const [first, second, third] = freshDays();
  const ofDays = (rows: string[]) =>
    reconciled(context, [[LEDGER_HEADER, ...rows].join("\n")], { day: first, lastDay: third });
  const [row, other] = [rowAt(second, "12:00:00", "R-1"), rowAt(second, "12:00:00", "R-1", { amount: "4000" })];
  const wide = await ofDays([row]);
  const narrow = await run(second, [other]);
  expect(await lastFound("R-1")).toMatchObject([{ state: "open", ledger: "4000", run: narrow }]);
  // Both have it, and both list it as open.
  const finance = await context.as("finance");
  for (const runId of [wide, narrow]) {
    const listed = await listReconciliationRows(finance, rowsAsked.parse({ runId, decision: "open" }));
    expect(listed?.rows).toHaveLength(1);
    expect(await getReconciliation(finance, { runId })).toMatchObject({ open: 1 });
  }
  await run(second, [beside(second)]);
  expect(await lastFound("R-1")).toMatchObject([{ state: "open", ledger: "5000", run: wide }]);
  await ofDays([beside(second)]);
  expect(await lastFound("R-1")).toMatchObject([{ state: "superseded" }]);
});

test("an exception is not given to a run whose own one a person has closed", async () => {
  const [first, second, third] = freshDays();
  await reconciled(context, [[LEDGER_HEADER, rowAt(second, "12:00:00", "R-2")].join("\n")], {
    ...{ day: first, lastDay: third },
  });
  const [wide] = await lastFound("R-2");
  await closeAsShown(await context.as("finance"), { id: wide!.id, reason: "a test order" });
  context.clock.now = new Date(context.clock.now.getTime() + 1_000);
  await run(second, [rowAt(second, "12:00:00", "R-2", { amount: "4000" })]);
  expect(await lastFound("R-2")).toMatchObject([{ state: "closed" }, { state: "open", ledger: "4000" }]);
  await run(second, [beside(second)]);
  expect(await lastFound("R-2")).toMatchObject([{ state: "closed" }, { state: "superseded", ledger: "4000" }]);
});

async function lastFound(reference: string) {
  const { rows } = await context.db.execute<{ id: string; state: string; ledger: string; run: string }>(sql`
    select id, state, ledger_amount::text as ledger, last_run as run from reconciliation_exceptions
    where ledger_key = ${reference} order by opened_at`);
  return rows;
}
