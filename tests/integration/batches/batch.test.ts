import { createServer } from "node:http";
import { and, eq, inArray } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { balanceSnapshots } from "@/drizzle/schema/balances";
import { batches, batchRows, batchTurns } from "@/drizzle/schema/batches";
import { freezes } from "@/drizzle/schema/freezes";
import { circuitBreakers } from "@/drizzle/schema/polling";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import { createVault } from "@/lib/auth/crypto";
import { decideBatch, requestBatch, takeBackBatch } from "@/lib/batches/approvals";
import { getDraft, getDraftSummary } from "@/lib/batches/draft-queries";
import { acceptWarnings, discardBatch, editRow, excludeRows, fixRows, uploadBatch } from "@/lib/batches/drafts";
import { cancelRest, pauseBatch, resumeBatch } from "@/lib/batches/pause";
import { getBatch } from "@/lib/batches/queries";
import type { RowFields } from "@/lib/batches/row";
import { payAgain } from "@/lib/batches/runs";
import { sendBatch } from "@/lib/batches/send";
import { freezePayouts } from "@/lib/freezes/commands";
import { blockPayee } from "@/lib/payees/commands";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { DAY_MS } from "@/lib/time";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { adviceFor } from "@/lib/withdrawals/advice";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { newKey } from "../../support/api";
import { batchFile, manyRows, typedRow } from "../../support/batch-rows";
import { acceptAsSeen, batchOf, requestAsSeen, sendWhole, uploaded, WITHOUT_PAUSE } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";
import { listenLocally } from "../../support/local-server";
import { requested } from "../../support/orders";
import { approvedPayee } from "../../support/payees";
import { countRequestsBySums } from "../../support/request-counting";
import { openService, type Service } from "../../support/service";
import { auditEventsAbout } from "../../support/team";
import { TEST_SECRET } from "../../support/test-secret";

let service: Service;
let context: TestContext;

beforeAll(async () => {
  service = await openService();
  context = await openTestContext(service);
});
afterEach(() => service.behave());
afterAll(async () => {
  await context.close();
  await service.close();
});

let used = 0;
/** Rows to accounts that no other test pays. */
const rows = (count: number, more: { amount?: string } = {}) => {
  used += 100;
  return manyRows(count, used).map((row) => ({ ...row, ...more }));
};
const approve = async (batchId: string, role: "approver" | "admin" = "approver") => {
  const { root } = await batchOf(context, batchId);
  return decideBatch(await context.as(role), { batchId, decision: "approved", digest: root ?? "" });
};
const ordersOf = async (batchId: string) =>
  context.db
    .select({ order: transactions })
    .from(batchRows)
    .innerJoin(transactions, eq(transactions.id, batchRows.transactionRow))
    .where(eq(batchRows.batchId, batchId))
    .then((found) => found.map(({ order }) => order));
/** How often the service has each row's order. */
async function atService(batchId: string) {
  const { rows: own } = await batchOf(context, batchId);
  const known = (await service.orders()).map(({ referenceId }) => referenceId);
  return own.map(({ referenceId }) => known.filter((one) => one === referenceId).length);
}

/** A service that refuses everything with this 400. */
async function openRefusing(refusal: object) {
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(refusal));
    });
  });
  return listenLocally(server);
}

describe("a file", () => {
  test("uploaded by two users at the same time is one run", async () => {
    const bytes = batchFile(rows(3));
    const people = [await context.as("ops"), await context.as("admin")];
    const made = await Promise.all(people.map((ctx) => uploadBatch(ctx, { bytes, name: "same.csv" })));
    const ids = made.map((one) => (one.ok ? one.value.batchId : one.error.kind));
    expect(new Set(ids).size).toBe(1);
    expect(made.filter((one) => one.ok && one.value.isNew)).toHaveLength(1);
  });

  test("that was uploaded before opens what became of it, and is paid again only as a run with a reason", async () => {
    const bytes = batchFile(rows(1));
    const ops = await context.as("ops");
    const first = await uploadBatch(ops, { bytes, name: "f.csv" });
    const batchId = first.ok ? first.value.batchId : "";
    await requestAsSeen(context, batchId);
    if ((await batchOf(context, batchId)).state === "awaiting_approval") await approve(batchId);
    await sendWhole(context, batchId);
    expect(await uploadBatch(ops, { bytes, name: "f.csv" })).toEqual({ ok: true, value: { batchId, isNew: false } });

    const again = { batchId, reason: "monthly salary" };
    const [one, other] = await Promise.all([payAgain(ops, again), payAgain(ops, again)]);
    expect(one).toEqual(other);
    const next = one.ok ? one.value.batchId : "";
    expect(await batchOf(context, next)).toMatchObject({ run: 2, runReason: "monthly salary", state: "draft" });
    // The same payee and amount as in the first run needs a reason of its own.
    expect(await requestAsSeen(context, next)).toMatchObject({ error: { kind: "rows_open", count: 1 } });
  });

  test("that was discarded can be uploaded again, as the run that it was", async () => {
    const bytes = batchFile(rows(2));
    const ops = await context.as("ops");
    const upload = async () => {
      const made = await uploadBatch(ops, { bytes, name: "f.csv" });
      if (!made.ok) throw new Error(made.error.kind);
      return made.value;
    };
    const first = await upload();
    await editRow(ops, { batchId: first.batchId, line: 2, fields: { amount: "77" } });
    expect(await discardBatch(ops, first)).toMatchObject({ ok: true });
    const second = await upload();
    expect(second).toMatchObject({ isNew: true });
    const [before, now] = [await batchOf(context, first.batchId), await batchOf(context, second.batchId)];
    expect([before.state, before.run, now.run]).toEqual(["discarded", -1, 1]);
    const ids = (batch: typeof now) => batch.rows.map(({ referenceId }) => referenceId);
    expect(ids(now)).toEqual(ids(before));
    expect(now.rows[0]?.fields.amount).not.toBe("77");
    expect(await discardBatch(ops, second)).toMatchObject({ ok: true });
    expect((await batchOf(context, second.batchId)).run).toBe(-2);
    expect((await getBatch(ops, second))?.runs).toEqual([]);
  });

  test("keeps every row as it came, with what is wrong with it, until it was put right", async () => {
    const [good = {}, wrong = {}, left = {}] = rows(3);
    const batchId = await uploaded(context, [
      good,
      { ...wrong, destinationBranchCode: "1E3" },
      { ...left, amount: "1.9E+18" },
    ]);
    const read = await batchOf(context, batchId);
    expect(read.rows.map(({ problems }) => problems)).toEqual([
      null,
      { destinationBranchCode: "branchCode" },
      { amount: "exponent" },
    ]);
    expect(read.rows[2]?.raw).toContain("1.9E+18");
    expect(await requestAsSeen(context, batchId)).toMatchObject({ error: { kind: "rows_open", count: 2 } });

    const ops = await context.as("ops");
    await editRow(ops, { batchId, line: 3, fields: typedRow(wrong) });
    await excludeRows(ops, { batchId, lines: [4], reason: "amount unclear" });
    expect(await requestAsSeen(context, batchId)).toMatchObject({ ok: true });
    expect((await batchOf(context, batchId)).totals).toMatchObject([{ currency: "JPY", count: 2 }]);
  });

  test("with an amount far from the last payment to the account is requested only with a reason", async () => {
    const [row = {}] = rows(1);
    const first = await uploaded(context, [{ ...row, amount: "1,000" }]);
    await requestAsSeen(context, first);
    if ((await batchOf(context, first)).state === "awaiting_approval") await approve(first);
    await sendWhole(context, first);
    const [order] = await ordersOf(first);
    await service.decide(order!.referenceId, "complete");
    await checkOrderStatus(await context.as("job"), order!);
    for (const [amount, warns] of [
      ["1,500", false],
      ["1,501", true],
      ["500", false],
      ["499", true],
    ] as const) {
      const batchId = await uploaded(context, [{ ...row, amount }]);
      const [found] = (await batchOf(context, batchId)).rows;
      const warning = { kind: "other_amount", at: order!.referenceId, amount: "1000" };
      expect(found?.warnings).toMatchObject(warns ? [warning] : []);
      if (!warns) continue;
      expect(await requestAsSeen(context, batchId)).toMatchObject({ error: { kind: "rows_open", count: 1 } });
      await acceptAsSeen(await context.as("ops"), { batchId, lines: [2], reason: "as invoiced" });
      expect(await requestAsSeen(context, batchId)).toMatchObject({ ok: true });
    }
  });

  test("with the same row twice is requested only with a reason", async () => {
    const [row = {}] = rows(1);
    const batchId = await uploaded(context, [row, row]);
    expect((await batchOf(context, batchId)).rows[1]?.warnings).toEqual([{ kind: "same_row", at: "2" }]);
    expect(await requestAsSeen(context, batchId)).toMatchObject({ error: { kind: "rows_open", count: 1 } });
    await acceptAsSeen(await context.as("ops"), { batchId, lines: [3], reason: "two invoices" });
    expect(await requestAsSeen(context, batchId)).toMatchObject({ ok: true });
  });

  test("is paid in spite of the warnings that the user saw, for the amount that they saw, and of no others", async () => {
    const [row = {}] = rows(1);
    const ops = await context.as("ops");
    const batchId = await uploaded(context, [row, row, row]);
    const line = async (wanted: number) =>
      (await getDraft(ops, { batchId }))?.rows.find((one) => one.line === wanted) ?? { paid: undefined, warnings: [] };
    const { paid, warnings = [] } = await line(3);
    const seen = { line: 3, currency: "JPY", amount: paid?.amount ?? "", warnings };
    const accept = (rows: (typeof seen)[]) => acceptWarnings(ops, { batchId, rows, reason: "two invoices" });
    await accept([{ ...seen, warnings: [{ kind: "same_row", at: "7" }] }]);
    expect(await line(3)).toMatchObject({ open: 1 });
    // Another user changed the amounts of all three meanwhile: the warnings are the same in words.
    for (const one of [2, 3, 4]) await editRow(ops, { batchId, line: one, fields: { amount: "990" } });
    await accept([seen]);
    expect(await line(3)).toMatchObject({ open: 1, warnings });
    expect((await batchOf(context, batchId)).rows.map(({ accepted }) => accepted)).toEqual([null, null, null]);
    await accept([{ ...seen, amount: "990" }]);
    expect((await line(3)) as object).not.toHaveProperty("open");
    expect(await line(4)).toMatchObject({ open: 1 });
  });

  test("has no reason for a row whose amount or account was changed after it was given", async () => {
    const [row = {}] = rows(1);
    const ops = await context.as("ops");
    const batchId = await uploaded(context, [row, row]);
    const edit = async (line: number, fields: Partial<RowFields>) => {
      await editRow(ops, { batchId, line, fields });
      return (await batchOf(context, batchId)).rows.map(({ accepted }) => accepted?.reason ?? null);
    };
    const accept = () => acceptAsSeen(ops, { batchId, lines: [3], reason: "two invoices" });
    await accept();
    expect(await edit(3, { memo: "invoice 2" })).toEqual([null, "two invoices"]);
    await edit(2, { amount: "1,600,000" });
    expect(await edit(3, { amount: "1,600,000" })).toEqual([null, null]);
    // The warning is the same in words as the one that was accepted.
    expect((await batchOf(context, batchId)).rows[1]?.warnings).toEqual([{ kind: "same_row", at: "2" }]);
    expect(await requestAsSeen(context, batchId)).toMatchObject({ error: { kind: "rows_open", count: 1 } });
    await accept();
    await edit(2, { destinationAccount: "9990001" });
    expect(await edit(3, { destinationAccount: "9990001" })).toEqual([null, null]);
    await accept();
    // What a suggestion changes of the account is a change of it, too.
    await edit(2, { destinationBranchCode: "1" });
    await edit(3, { destinationBranchCode: "1" });
    await fixRows(ops, { batchId, lines: [2, 3] });
    expect(await requestAsSeen(context, batchId)).toMatchObject({ error: { kind: "rows_open", count: 1 } });
  });
});

describe("the approval of a batch", () => {
  test("is asked for by its sum, however small its rows, and by another user than the requester", async () => {
    const batchId = await uploaded(context, rows(12, { amount: "9,000" }));
    expect(await requestAsSeen(context, batchId)).toMatchObject({ value: { state: "awaiting_approval" } });
    const { root } = await batchOf(context, batchId);
    const ops = await context.as("ops");
    const own = { ...ops, actor: { ...ops.actor, role: "admin" } as typeof ops.actor };
    await expect(decideBatch(ops, { batchId, decision: "approved", digest: root ?? "" })).rejects.toThrow();
    await expect(decideBatch(own, { batchId, decision: "approved", digest: root ?? "" })).rejects.toThrow();
    expect(await ordersOf(batchId)).toEqual([]);
    expect(await approve(batchId)).toMatchObject({ value: { state: "sending" } });
    const done = await sendWhole(context, batchId);
    expect(done.state).toBe("sent");
    expect(await atService(batchId)).toEqual(done.rows.map(() => 1));
  });

  test("is void after any edit, also one that is made while it is given", async () => {
    const batchId = await uploaded(context, rows(12, { amount: "9,000" }));
    await requestAsSeen(context, batchId);
    const before = await batchOf(context, batchId);
    const ops = await context.as("ops");
    const fields = typedRow({ ...before.rows[0]?.fields, amount: "9,500" });
    // While others may approve, a row cannot be changed.
    expect(await editRow(ops, { batchId, line: 2, fields })).toMatchObject({ error: { kind: "not_draft" } });
    expect(await takeBackBatch(ops, { batchId })).toMatchObject({ value: { state: "draft" } });
    const late = await decideBatch(await context.as("approver"), {
      ...{ batchId, decision: "approved", digest: before.root ?? "" },
    });
    expect(late).toMatchObject({ error: { kind: "not_waiting" } });
    await editRow(ops, { batchId, line: 2, fields });
    await requestAsSeen(context, batchId);
    const after = await batchOf(context, batchId);
    expect(after.root).not.toBe(before.root);
    const old = { batchId, decision: "approved", digest: before.root ?? "" } as const;
    expect(await decideBatch(await context.as("approver"), old)).toMatchObject({ error: { kind: "other_terms" } });
    const [taken, given] = await Promise.all([takeBackBatch(ops, { batchId }), approve(batchId)]);
    expect([taken.ok, given.ok].filter(Boolean)).toHaveLength(1);
  });

  test("is refused where a row was paid in another way since it was requested", async () => {
    const own = rows(2, { amount: "90,000" });
    const batchId = await uploaded(context, own);
    await requestAsSeen(context, batchId);
    const paid = await requested(context, { destinationAccount: own[0]?.destinationAccount ?? "", amount: "90000" });
    expect(await approve(batchId)).toEqual({ ok: false, error: { kind: "paid_since", count: 1 } });
    expect((await batchOf(context, batchId)).state).toBe("awaiting_approval");

    // Who requested it decides about that row, on record.
    const { root } = await batchOf(context, batchId);
    const back = { batchId, decision: "sent_back", digest: root ?? "", reason: "paid otherwise?" } as const;
    expect(await decideBatch(await context.as("approver"), back)).toMatchObject({ value: { state: "draft" } });
    expect(await requestAsSeen(context, batchId)).toMatchObject({ error: { kind: "rows_open", count: 1 } });
    await acceptAsSeen(await context.as("ops"), { batchId, lines: [2], reason: "two invoices" });
    expect(await requestAsSeen(context, batchId)).toMatchObject({ ok: true });
    expect(await approve(batchId)).toMatchObject({ ok: true });
    expect((await batchOf(context, batchId)).rows[0]?.warnings).toMatchObject([{ at: paid.referenceId }]);
  });

  test("of two with the same row, requested at the same time, one sees the other", async () => {
    const own = rows(1);
    const both = [await uploaded(context, own), await uploaded(context, [...own, ...rows(1)])];
    const asked = await Promise.all(both.map((batchId) => requestAsSeen(context, batchId)));
    expect(asked.map((one) => (one.ok ? "requested" : one.error.kind)).sort()).toEqual(["requested", "rows_open"]);
  });

  test("a row whose earlier order is contested may have been paid", async () => {
    const [row = {}] = rows(1);
    const order = await requested(context, {
      destinationAccount: row.destinationAccount ?? "",
      amount: row.amount ?? "",
    });
    const contested = { submission: "accepted", status: "FAILED", discrepancyAt: context.clock.now } as const;
    await context.db.update(transactions).set(contested).where(eq(transactions.id, order.id));
    const { rows: read } = await batchOf(context, await uploaded(context, [row]));
    expect(read[0]?.warnings).toMatchObject([{ kind: "paid_before", at: order.referenceId }]);
  });

  test("a row whose earlier order may still complete is warned of, however long ago that was requested", async () => {
    const [row = {}] = rows(1);
    const order = await requested(context, {
      destinationAccount: row.destinationAccount ?? "",
      amount: row.amount ?? "",
    });
    const became = (set: Partial<typeof transactions.$inferInsert>) =>
      context.db.update(transactions).set(set).where(eq(transactions.id, order.id));
    const warnings = async () =>
      (await batchOf(context, await uploaded(context, [row, ...rows(1)]))).rows[0]?.warnings.map(({ kind }) => kind);
    const { now } = context.clock;
    context.clock.now = new Date(now.getTime() + 8 * DAY_MS);
    await became({ submission: "accepted", status: "PENDING" });
    expect(await warnings()).toEqual(["paid_before"]);
    await became({ submission: "queued", status: null });
    expect(await warnings()).toEqual(["paid_before"]);
    await became({ submission: "rejected" });
    expect(await warnings()).toEqual([]);
    await became({ submission: "accepted", status: "COMPLETED" });
    expect(await warnings()).toEqual([]);
    await became({ status: "FAILED", discrepancyAt: now });
    expect(await warnings()).toEqual(["paid_before"]);
    await became({ resolvedAt: now });
    expect(await warnings()).toEqual([]);
    context.clock.now = now;
  });

  test("covers what the requester saw: a change by another is noticed", async () => {
    const batchId = await uploaded(context, rows(2));
    const [first] = (await batchOf(context, batchId)).rows;
    await editRow(await context.as("admin"), { batchId, line: 2, fields: typedRow({ ...first?.fields, amount: "5" }) });
    expect(await requestBatch(await context.as("ops"), { batchId, edits: 0 })).toMatchObject({
      error: { kind: "changed" },
    });
  });

  test("covers no row that was changed in the database, before or after it was given", async () => {
    const batchId = await uploaded(context, rows(12, { amount: "9,000" }));
    await requestAsSeen(context, batchId);
    const [row] = (await batchOf(context, batchId)).rows;
    const terms = { ...row!.terms!, destinationAccount: "7654321" };
    await context.db.update(batchRows).set({ terms }).where(eq(batchRows.id, row!.id));
    expect(await approve(batchId)).toMatchObject({ error: { kind: "altered" } });

    await context.db.update(batchRows).set({ terms: row!.terms }).where(eq(batchRows.id, row!.id));
    expect(await approve(batchId)).toMatchObject({ ok: true });
    await context.db.update(batchRows).set({ terms }).where(eq(batchRows.id, row!.id));
    const after = await sendWhole(context, batchId);
    expect(after).toMatchObject({ state: "paused", pauseReason: "discrepancy" });
    expect((await atService(batchId))[0]).toBe(0);
  });

  test("is given to what was requested before AUTH_SECRET was rotated", async () => {
    const batchId = await uploaded(context, rows(12, { amount: "9,000" }));
    await requestAsSeen(context, batchId);
    const { root } = await batchOf(context, batchId);
    const rotated = createVault("the secret that comes after the one of tests", TEST_SECRET);
    const approver = { ...(await context.as("approver")), vault: rotated };
    expect(await decideBatch(approver, { batchId, decision: "approved", digest: root ?? "" })).toMatchObject({
      ok: true,
    });
  });

  test("a sender refuses a row that was added under it", async () => {
    const batchId = await uploaded(context, rows(12, { amount: "9,000" }));
    await requestAsSeen(context, batchId);
    await approve(batchId);
    const { rows: own } = await batchOf(context, batchId);
    const { id: _id, ...copy } = own[0]!;
    await context.db.insert(batchRows).values({ ...copy, line: 999, referenceId: "WD-20261124-ADDED" });
    expect(await sendWhole(context, batchId)).toMatchObject({ state: "paused", pauseReason: "altered" });
    expect(await ordersOf(batchId)).toEqual([]);
  });

  test("a sender refuses a row that is added while it sends", async () => {
    const batchId = await uploaded(context, rows(12, { amount: "9,000" }));
    await requestAsSeen(context, batchId);
    await approve(batchId);
    const sending = sendBatch(await context.as("job"), { batchId, rowsPerSecond: 10 });
    await expect.poll(async () => (await ordersOf(batchId)).length).toBeGreaterThan(1);
    const [first] = (await batchOf(context, batchId)).rows;
    const { id: _id, transactionRow: _order, orderedAt: _at, ...copy } = first!;
    const referenceId = "WD-20261124-ADDED2";
    const digest = `${copy.digest?.slice(0, -1)}${copy.digest?.endsWith("0") ? "1" : "0"}`;
    await context.db.insert(batchRows).values({ ...copy, digest, line: 1, referenceId });
    await sending;
    expect(await batchOf(context, batchId)).toMatchObject({ state: "paused", pauseReason: "altered" });
    expect((await ordersOf(batchId)).length).toBeLessThan(12);
    expect((await service.orders()).filter((order) => order.referenceId === referenceId)).toEqual([]);
  });

  test("covers no order that is put under it in the database", async () => {
    const batchId = await uploaded(context, rows(12, { amount: "9,000" }));
    await requestAsSeen(context, batchId);
    await approve(batchId);
    const order = await requested(context, { amount: "150000" });
    await context.db.update(transactions).set({ submission: "queued" }).where(eq(transactions.id, order.id));
    const [first] = (await batchOf(context, batchId)).rows;
    await context.db.update(batchRows).set({ transactionRow: order.id }).where(eq(batchRows.id, first!.id));
    expect(await sendWithdrawal(await context.as("job"), { transactionRow: order.id })).toBe("altered");
  });
});

describe("sending", () => {
  test("by several jobs together makes one order a row, and a double click is one request", async () => {
    const batchId = await uploaded(context, rows(12));
    const { edits } = await batchOf(context, batchId);
    const ops = await context.as("ops");
    const asked = await Promise.all([requestBatch(ops, { batchId, edits }), requestBatch(ops, { batchId, edits })]);
    expect(asked.filter(({ ok }) => ok)).toHaveLength(1);
    if ((await batchOf(context, batchId)).state === "awaiting_approval") await approve(batchId);
    const job = await context.as("job");
    for (let turn = 0; turn < 10; turn++)
      await Promise.all([1, 2, 3].map(() => sendBatch(job, { batchId, rowsPerSecond: WITHOUT_PAUSE })));
    const done = await batchOf(context, batchId);
    expect(done.state).toBe("sent");
    expect(await atService(batchId)).toEqual(done.rows.map(() => 1));
  });

  test("stops when paused, goes on when resumed, and ends what has not left when cancelled", async () => {
    const batchId = await uploaded(context, rows(20));
    await requestAsSeen(context, batchId);
    if ((await batchOf(context, batchId)).state === "awaiting_approval") await approve(batchId);
    const job = await context.as("job");
    const ops = await context.as("ops");
    const sending = sendBatch(job, { batchId, rowsPerSecond: 10 });
    await expect.poll(async () => (await ordersOf(batchId)).length).toBeGreaterThan(2);
    expect(await pauseBatch(ops, { batchId })).toMatchObject({ ok: true });
    const left = (await ordersOf(batchId)).length;
    await sending;
    await sendBatch(job, { batchId, rowsPerSecond: 10 });
    expect((await ordersOf(batchId)).length).toBe(left);
    expect(left).toBeLessThan(20);

    expect(await resumeBatch(ops, { batchId })).toMatchObject({ ok: true });
    const more = sendBatch(job, { batchId, rowsPerSecond: 10 });
    await expect.poll(async () => (await ordersOf(batchId)).length).toBeGreaterThan(left);
    await pauseBatch(ops, { batchId });
    await more;
    const before = (await ordersOf(batchId)).length;
    expect(await cancelRest(ops, { batchId })).toMatchObject({ ok: true });
    await sendBatch(job, { batchId, rowsPerSecond: 10 });
    expect((await ordersOf(batchId)).length).toBe(before);
    expect((await batchOf(context, batchId)).state).toBe("cancelled");
    const actions = ["batch.paused", "batch.resumed", "batch.paused", "batch.cancelled"];
    const stops = actions.map((action) => ({ action, actor: { kind: "user", name: "ops" } }));
    expect(await getBatch(ops, { batchId })).toMatchObject({ stops });
  });

  /** A batch that ops paused before any of its rows became an order. */
  async function pausedBatch(own: Partial<RowFields>[]) {
    const batchId = await uploaded(context, own);
    await requestAsSeen(context, batchId);
    if ((await batchOf(context, batchId)).state === "awaiting_approval") await approve(batchId);
    expect(await pauseBatch(await context.as("ops"), { batchId })).toMatchObject({ ok: true });
    return batchId;
  }

  test("goes on after rows were paid in another way only once these were named", async () => {
    const own = rows(4);
    const { now } = context.clock;
    const batchId = await pausedBatch(own);
    // Payouts of tests are a day old when they are requested (tests/support/request-counting.ts).
    const before = new Date(now.getTime() - 2 * DAY_MS);
    await context.db.update(batches).set({ requestedAt: before }).where(eq(batches.id, batchId));
    const ops = await context.as("ops");
    const pay = (row: Partial<RowFields> = {}, more = {}) => {
      const { destinationAccount = "", amount = "" } = row;
      return requested(context, { destinationAccount, amount, ...more });
    };
    const asks = (paid: { line: number; referenceId: string }[]) => ({
      ok: false,
      error: { kind: "paid_since", rows: paid },
    });
    await pay(own[0], { amount: "1" });
    const second = await pay(own[1]);
    const first = [{ line: 3, referenceId: second.referenceId }];
    expect(await resumeBatch(ops, { batchId })).toEqual(asks(first));
    expect(await batchOf(context, batchId)).toMatchObject({ state: "paused", pauseReason: "user" });
    // Another one came to be while the question was open.
    context.clock.now = new Date(now.getTime() + 1_000);
    const fourth = await pay(own[3]);
    const both = [...first, { line: 5, referenceId: fourth.referenceId }];
    expect(await resumeBatch(ops, { batchId, paidSince: first })).toEqual(asks(both));
    // What was paid stays paid, however long the batch stood still.
    for (const { id } of [second, fourth]) {
      const paid = { submission: "accepted", status: "COMPLETED" } as const;
      await context.db.update(transactions).set(paid).where(eq(transactions.id, id));
    }
    context.clock.now = new Date(now.getTime() + 20 * DAY_MS);
    expect(await resumeBatch(ops, { batchId })).toEqual(asks(both));
    context.clock.now = now;
    expect(await resumeBatch(ops, { batchId, paidSince: both })).toEqual({ ok: true, value: null });
    // The page has the count alone, and the audit log the rows.
    const resumed = { action: "batch.resumed", detail: { rows: 2 } };
    expect((await getBatch(ops, { batchId }))?.stops.at(-1)).toEqual(expect.objectContaining(resumed));
    expect((await auditEventsAbout(context, batchId)).at(-1)).toMatchObject({ detail: { rows: 2, paidSince: both } });
    expect((await sendWhole(context, batchId)).state).toBe("sent");
    expect(await atService(batchId)).toEqual([1, 1, 1, 1]);
  });

  test("is not asked about by what came to nothing, by its own orders or by what was accepted before", async () => {
    const [row = {}, other = {}] = rows(2);
    const earlier = await requested(context, {
      destinationAccount: other.destinationAccount ?? "",
      amount: other.amount ?? "",
    });
    const batchId = await uploaded(context, [row, row, other]);
    const ops = await context.as("ops");
    await acceptAsSeen(ops, { batchId, lines: [3, 4], reason: "two invoices" });
    await requestAsSeen(context, batchId);
    if ((await batchOf(context, batchId)).state === "awaiting_approval") await approve(batchId);
    const sending = sendBatch(await context.as("job"), { batchId, rowsPerSecond: 1 });
    await expect.poll(async () => (await ordersOf(batchId)).length).toBe(1);
    await pauseBatch(ops, { batchId });
    await sending;
    // The next turn of all batches is a second ahead.
    await context.db.delete(batchTurns);
    const gone = await requested(context, {
      destinationAccount: row.destinationAccount ?? "",
      amount: row.amount ?? "",
    });
    await context.db.update(transactions).set({ submission: "rejected" }).where(eq(transactions.id, gone.id));
    // Its own order, sent again under the next ID.
    const again = await requested(context, {
      destinationAccount: row.destinationAccount ?? "",
      amount: row.amount ?? "",
    });
    const [own] = await ordersOf(batchId);
    await context.db
      .update(transactions)
      .set({ replaces: own?.id ?? null })
      .where(eq(transactions.id, again.id));
    expect((await batchOf(context, batchId)).rows[2]?.warnings).toMatchObject([{ at: earlier.referenceId }]);
    expect(await resumeBatch(ops, { batchId })).toEqual({ ok: true, value: null });
    expect((await sendWhole(context, batchId)).state).toBe("sent");
    expect(await atService(batchId)).toEqual([1, 1, 1]);
  });

  test("and cancelled after a long pause, has what it paid marked in the next runs of its list", async () => {
    const batchId = await uploaded(context, rows(3));
    await requestAsSeen(context, batchId);
    if ((await batchOf(context, batchId)).state === "awaiting_approval") await approve(batchId);
    const ops = await context.as("ops");
    const sending = sendBatch(await context.as("job"), { batchId, rowsPerSecond: 1 });
    await expect.poll(async () => (await ordersOf(batchId)).length).toBe(1);
    await pauseBatch(ops, { batchId });
    await sending;
    // The next turn of all batches is a second ahead.
    await context.db.delete(batchTurns);
    const [sent] = await ordersOf(batchId);
    const paid = { submission: "accepted", status: "COMPLETED" } as const;
    await context.db
      .update(transactions)
      .set(paid)
      .where(eq(transactions.id, sent?.id ?? ""));
    const { now } = context.clock;
    // Payouts of tests are a day old when they are requested.
    const before = new Date(now.getTime() - 2 * DAY_MS);
    await context.db.update(batches).set({ requestedAt: before }).where(eq(batches.id, batchId));
    context.clock.now = new Date(now.getTime() + 10 * DAY_MS);
    await cancelRest(ops, { batchId });
    const nextOf = async (follows: string) => {
      const next = await payAgain(ops, { batchId: follows, reason: "the rest of it" });
      return next.ok ? next.value.batchId : "";
    };
    const warned = async (run: string) =>
      (await batchOf(context, run)).rows.map(({ warnings }) => warnings.map(({ kind, at }) => [kind, at]));
    const marked = [[["paid_before", sent?.referenceId]], [], []];
    const second = await nextOf(batchId);
    expect(await warned(second)).toEqual(marked);
    expect(await requestAsSeen(context, second)).toMatchObject({ error: { kind: "rows_open", count: 1 } });
    expect(await warned(second)).toEqual(marked);
    await context.db.update(batches).set({ state: "declined" }).where(eq(batches.id, second));
    const third = await nextOf(second);
    expect(await warned(third)).toEqual(marked);
    // A list that was sent whole may be paid each month.
    await context.db.update(batches).set({ state: "sent" }).where(eq(batches.id, third));
    const fourth = await nextOf(third);
    expect(await warned(fourth)).toEqual([[], [], []]);
    // An older run may be paid again beside the newest, which was cancelled.
    const state = { state: "cancelled", requestedAt: before } as const;
    await context.db.update(batches).set(state).where(eq(batches.id, fourth));
    expect(await warned(await nextOf(third))).toEqual(marked);
    context.clock.now = now;
  });

  describe("with a balance that does not cover what is left", () => {
    /** The latest balance, less than any of these batches needs, and how old it is. */
    const balance = (ageMs: number) => {
      const seenAt = new Date(context.clock.now.getTime() - ageMs);
      const values = { environment: "sandbox" as const, currency: "JPY", available: "10000", ledger: "10000" };
      return context.db.insert(balanceSnapshots).values({ ...values, firstSeenAt: seenAt, lastSeenAt: seenAt });
    };
    const begun = async (own: Partial<RowFields>[]) => {
      const batchId = await pausedBatch(own);
      const state = { state: "sending", pauseReason: null, pausedBy: null } as const;
      await context.db.update(batches).set(state).where(eq(batches.id, batchId));
      return batchId;
    };
    // Nothing has left since that balance, and no test before has just asked for it.
    beforeEach(() => {
      context.clock.now = new Date(context.clock.now.getTime() + 5_000);
    });
    afterEach(() => context.db.delete(balanceSnapshots));

    test("pauses, and goes on once it is resumed after funds were added", async () => {
      const batchId = await begun(rows(2, { amount: "9,000" }));
      await balance(4_000);
      expect(await sendWhole(context, batchId)).toMatchObject({ state: "paused", pauseReason: "balance" });
      expect(await ordersOf(batchId)).toEqual([]);
      // The service has more by now, and is asked, also where its answer takes longer than a page waits.
      await service.misbehave({ path: "/balance", kind: "delay", when: "before", delayMs: 1_500 });
      expect(await resumeBatch(await context.as("ops"), { batchId })).toMatchObject({ ok: true });
      expect((await sendWhole(context, batchId)).state).toBe("sent");
    });

    test("goes on where that balance is old: the service decides", async () => {
      const batchId = await begun(rows(2, { amount: "9,000" }));
      await balance(11 * 60_000);
      expect((await sendWhole(context, batchId)).state).toBe("sent");
    });

    test("goes on where what left since has failed", async () => {
      const failed = await begun(rows(1, { amount: "9,000" }));
      await balance(1_000);
      await sendWhole(context, failed);
      const [order] = await ordersOf(failed);
      await context.db.update(transactions).set({ status: "FAILED" }).where(eq(transactions.id, order!.id));
      const batchId = await begun(rows(1, { amount: "9,000" }));
      expect((await sendWhole(context, batchId)).state).toBe("sent");
    });
  });

  test("pauses itself when the service refuses our key", async () => {
    const batchId = await uploaded(context, rows(8));
    await requestAsSeen(context, batchId);
    if ((await batchOf(context, batchId)).state === "awaiting_approval") await approve(batchId);
    const job = await context.as("job");
    const stranger = await openTestContext({ ...service, apiKey: "unused-key" });
    const { api } = await stranger.as("job");
    await sendBatch({ ...job, api }, { batchId, rowsPerSecond: WITHOUT_PAUSE });
    await stranger.close();
    expect(await batchOf(context, batchId)).toMatchObject({ state: "paused", pauseReason: "access_refused" });
    const orders = (await ordersOf(batchId)).map(({ id }) => id);
    expect(orders.length).toBeLessThanOrEqual(3);

    // As if no request had left: what is cancelled are the rows that are no orders yet.
    await context.db.update(transactions).set({ submission: "queued" }).where(inArray(transactions.id, orders));
    const ops = await context.as("ops");
    const view = await getBatch(ops, { batchId });
    expect(view).toMatchObject({ groups: { waiting: { count: 8 } }, unordered: 8 - orders.length });
    expect(await cancelRest(ops, { batchId })).toMatchObject({ ok: true });
    expect((await getBatch(ops, { batchId }))?.stops.at(-1)?.detail).toEqual({ rows: view?.unordered });
    await context.db.update(transactions).set({ submission: "rejected" }).where(inArray(transactions.id, orders));
  });

  /** Sends a batch to a service that answers each create call with this 400. */
  async function sentTo(refusal: object, count: number): Promise<string> {
    const batchId = await uploaded(context, rows(count));
    await requestAsSeen(context, batchId);
    if ((await batchOf(context, batchId)).state === "awaiting_approval") await approve(batchId);
    const job = await context.as("job");
    const refusing = await openRefusing(refusal);
    const { sendWithdraw } = createPaymentsApi({
      ...{ ...service, baseUrl: refusing.url, now: job.now, nonce: () => job.random(16) },
    });
    const ctx = { ...job, api: { ...job.api, sendWithdraw } };
    for (let turn = 0; turn < 10 && (await batchOf(context, batchId)).state === "sending"; turn++)
      await sendBatch(ctx, { batchId, rowsPerSecond: WITHOUT_PAUSE });
    await refusing.close();
    return batchId;
  }

  // The specification gives no text for it, and a bad signature is a 400 today.
  test.each(["残高不足", "Invalid signature", "Invalid or expired timestamp"])(
    "pauses itself when the service refuses a request and names no field: %s",
    async (message) => {
      const batchId = await sentTo({ message }, 8);
      expect(await batchOf(context, batchId)).toMatchObject({ state: "paused", pauseReason: "access_refused" });
      const orders = await ordersOf(batchId);
      expect(orders.length).toBeLessThanOrEqual(3);
      expect(orders.every(({ submission }) => submission === "rejected")).toBe(true);
    },
  );

  // A look-up is signed with another time than the order: that it is refused says nothing of the order.
  test("sends no row whose look-up is refused, and says so once the service counts as down", async () => {
    const batchId = await uploaded(context, rows(3));
    await requestAsSeen(context, batchId);
    if ((await batchOf(context, batchId)).state === "awaiting_approval") await approve(batchId);
    const job = await context.as("job");
    const refusing = await openRefusing({ message: "Invalid or expired timestamp" });
    const refused = createPaymentsApi({
      ...{ ...service, baseUrl: refusing.url, now: job.now, nonce: () => job.random(16) },
    });
    // The service takes orders, so that one would be accepted.
    const ctx = { ...job, api: { ...job.api, transaction: refused.transaction } };
    await sendBatch(ctx, { batchId, rowsPerSecond: WITHOUT_PAUSE });
    for (const { id } of await ordersOf(batchId)) await sendWithdrawal(ctx, { transactionRow: id });
    expect(await ordersOf(batchId)).toMatchObject(Array(3).fill({ submission: "queued" }));
    expect(await atService(batchId)).toEqual([0, 0, 0]);
    const other = await uploaded(context, rows(2));
    await requestAsSeen(context, other);
    if ((await batchOf(context, other)).state === "awaiting_approval") await approve(other);
    expect(await getBatch(job, { batchId: other })).toMatchObject({ wait: { reason: "service" } });
    await refusing.close();

    await context.db.delete(circuitBreakers);
    for (const { id } of await ordersOf(batchId)) await sendWithdrawal(job, { transactionRow: id });
    await sendWhole(context, other);
    expect([...(await atService(batchId)), ...(await atService(other))]).toEqual([1, 1, 1, 1, 1]);
  });

  test("says that the look-ups of its next rows have no answer, and goes on once they have", async () => {
    const batchId = await uploaded(context, rows(5));
    await requestAsSeen(context, batchId);
    if ((await batchOf(context, batchId)).state === "awaiting_approval") await approve(batchId);
    const job = await context.as("job");
    const transaction = async (id: string) => {
      await service.misbehave({ path: "/transactions", kind: "drop", when: "before" });
      // The job of these three ends with them.
      context.clock.now = new Date(context.clock.now.getTime() + 2_000);
      return job.api.transaction(id);
    };
    await sendBatch({ ...job, api: { ...job.api, transaction } }, { batchId, rowsPerSecond: WITHOUT_PAUSE });
    const wait = async () => (await getBatch(job, { batchId }))?.wait;
    expect(await wait()).toEqual({ reason: "no_answer" });
    expect(await atService(batchId)).toEqual([0, 0, 0, 0, 0]);

    const [first, ...others] = await ordersOf(batchId);
    await sendWithdrawal(job, { transactionRow: first!.id });
    expect(await wait()).toBeNull();
    for (const { id } of others) await sendWithdrawal(job, { transactionRow: id });
    await sendWhole(context, batchId);
    await context.db.delete(circuitBreakers);
    expect(await atService(batchId)).toEqual([1, 1, 1, 1, 1]);
  });

  test("goes on when the service names the field of a row", async () => {
    const fields = ["destinationAccount: no such account"];
    const batchId = await sentTo({ message: "Validation failed. Insufficient digits", fields }, 5);
    expect(await batchOf(context, batchId)).toMatchObject({ state: "sent", pauseReason: null });
    expect((await ordersOf(batchId)).map(({ submission }) => submission)).toEqual(Array(5).fill("rejected"));
  });

  test("pauses itself after three unknown outcomes, and goes on once resumed, also by a clock that is behind", async () => {
    const batchId = await uploaded(context, rows(6));
    await requestAsSeen(context, batchId);
    if ((await batchOf(context, batchId)).state === "awaiting_approval") await approve(batchId);
    // Three senders: a row may be accepted between the first outcomes to become known.
    await service.misbehave({ path: "/withdraw", kind: "drop", when: "after", times: 5 });
    await sendWhole(context, batchId);
    expect(await batchOf(context, batchId)).toMatchObject({ state: "paused", pauseReason: "unknown_in_a_row" });
    const ops = await context.as("ops");
    const behind = { ...ops, now: () => new Date(ops.now().getTime() - 60_000) };
    expect(await resumeBatch(behind, { batchId })).toMatchObject({ ok: true });
    expect((await sendWhole(context, batchId)).state).toBe("sent");
    expect(await atService(batchId)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test("pays no payee that is blocked after the approval", async () => {
    const [row = {}] = rows(1);
    const { destinationAccount = "", amount = "" } = row;
    const admin = await context.as("admin");
    const { payeeId } = await approvedPayee([await context.as("ops"), admin], { destinationAccount });
    const batchId = await uploaded(context, [{ destinationAccount, amount }]);
    await requestAsSeen(context, batchId);
    if ((await batchOf(context, batchId)).state === "awaiting_approval") await approve(batchId);
    expect(await blockPayee(admin, { payeeId, reason: "wrong account" })).toMatchObject({ ok: true });
    await sendWhole(context, batchId);
    expect(await ordersOf(batchId)).toMatchObject([{ submission: "queued", heldReason: "payee_blocked" }]);
    expect(await atService(batchId)).toEqual([0]);
    const view = await getBatch(await context.as("ops"), { batchId });
    expect(view).toMatchObject({ groups: { held: { count: 1 } }, headline: "needs_attention" });
    const again = await uploaded(context, [{ destinationAccount, amount }, ...rows(1)]);
    const draft = await getDraft(await context.as("ops"), { batchId: again });
    expect(draft?.rows[0]?.payee).toBe("payee_blocked");
  });

  test("pays a row with an unknown outcome nowhere else until that is resolved", async () => {
    const [row = {}] = rows(1);
    const batchId = await uploaded(context, [row]);
    await requestAsSeen(context, batchId);
    if ((await batchOf(context, batchId)).state === "awaiting_approval") await approve(batchId);
    const done = await sendWhole(context, batchId);
    const [order] = await ordersOf(batchId);
    await context.db.update(transactions).set({ submission: "unknown" }).where(eq(transactions.id, order!.id));
    expect(done.state).toBe("sent");
    const next = await uploaded(context, [row, ...rows(1)]);
    expect((await batchOf(context, next)).rows[0]?.warnings).toMatchObject([{ kind: "unknown_outcome" }]);
    // No one can accept it, so it is not among what would be paid.
    const summary = await getDraftSummary(await context.as("ops"), { batchId: next });
    expect(summary?.totals).toMatchObject([{ count: 1 }]);
    await acceptAsSeen(await context.as("ops"), { batchId: next, lines: [2], reason: "they say it did not arrive" });
    expect(await requestAsSeen(context, next)).toMatchObject({ error: { kind: "rows_open", count: 1 } });
    await context.db.update(transactions).set({ submission: "accepted" }).where(eq(transactions.id, order!.id));
  });

  test("says why nothing of it is sent, and goes on once that is over", async () => {
    const [row = {}] = rows(1);
    const first = await uploaded(context, [row]);
    await requestAsSeen(context, first);
    if ((await batchOf(context, first)).state === "awaiting_approval") await approve(first);
    await sendWhole(context, first);
    const [paid] = await ordersOf(first);
    const batchId = await uploaded(context, [row, ...rows(1)]);
    await acceptAsSeen(await context.as("ops"), { batchId, lines: [2], reason: "two invoices" });
    await requestAsSeen(context, batchId);
    if ((await batchOf(context, batchId)).state === "awaiting_approval") await approve(batchId);
    const admin = await context.as("admin");
    const wait = async () => (await getBatch(admin, { batchId }))?.wait;
    expect(await wait()).toBeNull();

    expect(await batchOf(context, batchId)).toMatchObject({ state: "sending" });
    expect(await freezePayouts(admin, { userId: null, reason: "a question" })).toMatchObject({ ok: true });
    expect(await wait()).toEqual({ reason: "frozen" });
    await context.db.delete(freezes);
    const openUntil = new Date(context.clock.now.getTime() + 60_000);
    const circuit = { environment: "sandbox", failures: 5, trips: 1, openUntil } as const;
    await context.db.insert(circuitBreakers).values(circuit);
    expect(await wait()).toEqual({ reason: "service", until: openUntil.toISOString() });
    await context.db.delete(circuitBreakers);
    const become = (submission: "unknown" | "accepted") =>
      context.db.update(transactions).set({ submission }).where(eq(transactions.id, paid!.id));
    await become("unknown");
    await sendBatch(await context.as("job"), { batchId, rowsPerSecond: WITHOUT_PAUSE });
    expect(await wait()).toEqual({ reason: "unknown_outcome", line: 2, referenceId: paid?.referenceId });
    await become("accepted");
    expect(await wait()).toBeNull();
    await sendWhole(context, batchId);
    expect(await ordersOf(batchId)).toMatchObject([{ submission: "accepted" }, { submission: "accepted" }]);
    expect(await wait()).toBeNull();
  });

  test("says that its requester or an approver is frozen, and goes on once that is over", async () => {
    const batchId = await uploaded(context, rows(12, { amount: "9,000" }));
    expect(await requestAsSeen(context, batchId)).toMatchObject({ value: { state: "awaiting_approval" } });
    await approve(batchId);
    if ((await batchOf(context, batchId)).state === "awaiting_approval") await approve(batchId, "admin");
    const admin = await context.as("admin");
    const wait = async () => (await getBatch(admin, { batchId }))?.wait;
    for (const [role, expected] of [
      ["ops", { reason: "user_frozen" }],
      ["approver", { reason: "user_frozen" }],
      ["viewer", null],
    ] as const) {
      const { id: userId } = (await context.as(role)).actor;
      expect(await freezePayouts(admin, { userId, reason: "a question" })).toMatchObject({ ok: true });
      expect(await wait()).toEqual(expected);
      await context.db.delete(freezes);
    }
    expect((await sendWhole(context, batchId)).state).toBe("sent");
    expect(await atService(batchId)).toEqual(Array.from({ length: 12 }, () => 1));
  });

  test("says that one is frozen who knows the secret of the key that requested it, and sends nothing", async () => {
    const [admin, approver] = [await context.as("admin"), await context.as("approver")];
    const { keyId } = await newKey(admin);
    const actor = { kind: "api_key", id: keyId, name: "ERP", scopes: ["payouts:request"] } as const;
    const batchId = await uploaded(context, rows(2, { amount: "9,000" }));
    expect(await requestAsSeen(context, batchId, { ...admin, actor })).toMatchObject({ value: { state: "sending" } });
    const wait = async () => (await getBatch(admin, { batchId }))?.wait;
    expect(await wait()).toBeNull();
    expect(await freezePayouts(approver, { userId: admin.actor.id, reason: "a question" })).toMatchObject({ ok: true });
    expect(await wait()).toEqual({ reason: "user_frozen" });
    await sendWhole(context, batchId);
    expect(await atService(batchId)).toEqual([0, 0]);
    await context.db.delete(freezes);
    expect((await sendWhole(context, batchId)).state).toBe("sent");
  });

  test("an order of a batch counts once in the sums of its requester and payee", async () => {
    const [row = {}] = rows(1, { amount: "50,000" });
    const batchId = await uploaded(context, [row]);
    await requestAsSeen(context, batchId);
    const terms = (await batchOf(context, batchId)).rows[0]!.terms!;
    const sums = async () =>
      (await adviceFor(await context.as("admin"), { ...terms, amount: "60000", destinationBranchCode: "001" })).filter(
        ({ kind }) => kind === "sum",
      );
    await countRequestsBySums(context.url);
    const waiting = await sums();
    expect(waiting).toMatchObject([{ basis: "payee_24h", total: "110000" }]);
    if ((await batchOf(context, batchId)).state === "awaiting_approval") {
      await approve(batchId);
      await approve(batchId, "admin");
    }
    await sendWhole(context, batchId);
    const [order] = await ordersOf(batchId);
    const found = await context.db
      .select()
      .from(withdrawals)
      .where(and(inArray(withdrawals.transactionRow, [order!.id])));
    expect(found).toHaveLength(1);
    expect(order).toMatchObject({ submission: "accepted", amount: "50000" });
    expect(await sums()).toEqual(waiting);
    expect(await sendWithdrawal(await context.as("job"), { transactionRow: order!.id })).toBe("taken");
  });
});
