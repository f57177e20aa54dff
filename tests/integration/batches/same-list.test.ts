import { inArray } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import { createBatch } from "@/lib/api/batches";
import { decideBatch } from "@/lib/batches/approvals";
import { excludeRows, uploadBatch } from "@/lib/batches/drafts";
import { getBatch } from "@/lib/batches/queries";
import type { RowFields } from "@/lib/batches/row";
import { payAgain } from "@/lib/batches/runs";
import { acceptSameList } from "@/lib/batches/same-list";
import { batchFile, manyRows } from "../../support/batch-rows";
import { batchOf, requestAsSeen, sendWhole, uploaded } from "../../support/batches";
import { openTestContext, type TestContext } from "../../support/context";
import { WEALTHY } from "../../support/sandbox";
import { openService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
beforeAll(async () => {
  service = await openService(WEALTHY);
});
// Of its own for each: once its clock is days ahead, the service takes none of its requests.
beforeEach(async () => {
  context = await openTestContext(service);
});
afterEach(() => context.close());
afterAll(() => service.close());

let used = 0;
/** Rows to accounts that no other test pays, of which any two need an approval. */
const rows = (count: number) => {
  used += 100;
  return manyRows(count, used).map((row) => ({ ...row, amount: "900000" }));
};
async function upload(list: Partial<RowFields>[]) {
  const made = await uploadBatch(await context.as("ops"), { bytes: batchFile(list), name: "saved again.csv" });
  if (!made.ok) throw new Error(made.error.kind);
  return made.value.batchId;
}
/** A batch whose rows were all sent, eight days ago unless `days` says otherwise. */
async function paid(list: Partial<RowFields>[], { days = 8 } = {}) {
  const batchId = await uploaded(context, list);
  expect(await requestAsSeen(context, batchId)).toMatchObject({ value: { state: "awaiting_approval" } });
  const digest = (await batchOf(context, batchId)).root ?? "";
  for (const role of ["approver", "admin"] as const) {
    await decideBatch(await context.as(role), { batchId, decision: "approved", digest });
  }
  const done = await sendWhole(context, batchId);
  expect(done).toMatchObject({ state: "sent" });
  const orders = done.rows.flatMap(({ transactionRow }) => transactionRow ?? []);
  await context.db.update(transactions).set({ status: "COMPLETED" }).where(inArray(transactions.id, orders));
  later(days);
  return batchId;
}
function later(days: number) {
  context.clock.now = new Date(context.clock.now.getTime() + days * 24 * 3_600_000);
}
const sameList = async (batchId: string) => (await getBatch(await context.as("approver"), { batchId }))?.sameList;

test("a list that another file has paid is requested only with a reason, which the approver sees beside that batch", async () => {
  const list = rows(3);
  const first = await paid(list);
  const { requestedAt } = await batchOf(context, first);
  // The same payouts in other bytes and another order.
  const again = await upload([...list].reverse());
  expect((await batchOf(context, again)).rows.map(({ warnings }) => warnings)).toEqual([[], [], []]);
  const found = await sameList(again);
  expect(found).toMatchObject({ batchId: first, name: "payouts.csv", reason: null });
  expect(new Date(found?.at ?? "")).toEqual(requestedAt);
  expect(await requestAsSeen(context, again)).toEqual({ ok: false, error: { kind: "same_list" } });

  // An API key leaves it to a person.
  const file = new TextDecoder().decode(batchFile([...list.slice(1), ...list.slice(0, 1)]));
  const byKey = await createBatch(await context.as("api_key"), { name: "again", file, request: true });
  expect(byKey).toMatchObject({ value: { isNew: true, state: "draft", needs: "same_list" } });

  const ops = await context.as("ops");
  const reason = "the salaries of November";
  const given = { batchId: again, earlier: first, reason };
  expect(await acceptSameList(ops, { ...given, earlier: again })).toMatchObject({ error: { kind: "changed" } });
  await expect(acceptSameList(await context.as("approver"), given)).rejects.toThrow();
  expect(await requestAsSeen(context, again)).toMatchObject({ error: { kind: "same_list" } });
  expect(await acceptSameList(ops, given)).toEqual({ ok: true, value: null });
  expect(await requestAsSeen(context, again)).toMatchObject({ value: { state: "awaiting_approval" } });
  expect(await getBatch(await context.as("approver"), { batchId: again })).toMatchObject({
    runReason: reason,
    sameList: { batchId: first, reason },
  });
  expect(await acceptSameList(ops, given)).toMatchObject({ error: { kind: "not_draft" } });
});

test("no second reason is asked for where its rows or a further run of its file have one", async () => {
  const list = rows(2);
  const first = await paid(list, { days: 1 });
  const lately = await upload([...list].reverse());
  expect(await sameList(lately)).toBeNull();
  expect(await requestAsSeen(context, lately)).toMatchObject({ error: { kind: "rows_open", count: 2 } });
  later(8);
  const run = await payAgain(await context.as("ops"), { batchId: first, reason: "monthly salary" });
  if (!run.ok) throw new Error(run.error.kind);
  expect(await sameList(run.value.batchId)).toBeNull();
  expect(await requestAsSeen(context, run.value.batchId)).toMatchObject({ ok: true });
});

test("a list with a row less, another amount or a row twice is another one", async () => {
  const list = rows(2);
  const first = await paid(list);
  const [one = {}, two = {}] = list;
  for (const other of [[one], [one, { ...two, amount: "900001" }], [one, one], [one, two, two]]) {
    expect(await sameList(await upload(other))).toBeNull();
  }
  const again = await upload([two, one]);
  expect(await sameList(again)).toMatchObject({ batchId: first });
  const ops = await context.as("ops");
  await excludeRows(ops, { batchId: again, lines: [2], reason: "left" });
  expect(await sameList(again)).toBeNull();
});

test("a list of which nothing was paid is not paid again, one of which something may have been is", async () => {
  const list = rows(2);
  const first = await paid(list);
  const again = await upload([...list].reverse());
  const orders = (await batchOf(context, first)).rows.flatMap(({ transactionRow }) => transactionRow ?? []);
  const fail = (some: string[]) =>
    context.db.update(transactions).set({ status: "FAILED" }).where(inArray(transactions.id, some));
  await fail(orders.slice(1));
  expect(await sameList(again)).toMatchObject({ batchId: first });
  await fail(orders);
  expect(await sameList(again)).toBeNull();
});

test("a reason does not outlive the change that makes another list", async () => {
  const list = rows(2);
  const first = await paid(list);
  const again = await upload([...list].reverse());
  const ops = await context.as("ops");
  await acceptSameList(ops, { batchId: again, earlier: first, reason: "monthly salary" });
  expect(await getBatch(ops, { batchId: again })).toMatchObject({ runReason: "monthly salary" });
  await excludeRows(ops, { batchId: again, lines: [2], reason: "left" });
  expect(await getBatch(ops, { batchId: again })).toMatchObject({ runReason: null });
  expect(await requestAsSeen(context, again)).toMatchObject({ ok: true });
  expect(await batchOf(context, again)).toMatchObject({ runReason: null, follows: null });
});
