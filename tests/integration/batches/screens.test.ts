import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { batches, batchRows } from "@/drizzle/schema/batches";
import { notifications } from "@/drizzle/schema/notifications";
import { transactions } from "@/drizzle/schema/transactions";
import { users } from "@/drizzle/schema/users";
import { createBatch } from "@/lib/api/batches";
import { listApprovals } from "@/lib/approval-queue/queries";
import type { Ctx } from "@/lib/auth/context";
import { decideBatch } from "@/lib/batches/approvals";
import { getDraft, getDraftSummary } from "@/lib/batches/draft-queries";
import { discardBatch, editRow, excludeRows, fixRows, uploadBatch } from "@/lib/batches/drafts";
import { getBatch, listBatches, listBatchesForMe } from "@/lib/batches/queries";
import { getBatchReview, listBatchRows } from "@/lib/batches/row-queries";
import { payAgain, retryFailed } from "@/lib/batches/runs";
import { batchesAsked, batchRowsAsked } from "@/lib/batches/schema";
import { listStoppedBatches } from "@/lib/batches/stopped";
import { countDashboard } from "@/lib/dashboard/queries";
import { detectNotifications } from "@/lib/notifications/detect";
import { DAY_MS } from "@/lib/time";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { batchFile, manyRows } from "../../support/batch-rows";
import { acceptAsSeen, batchOf, requestAsSeen, sendWhole, uploaded } from "../../support/batches";
import type { TestContext } from "../../support/context";
import { openAtService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;

beforeAll(async () => {
  ({ service, context } = await openAtService());
});
afterEach(() => service.behave());
afterAll(() => context.close());

let used = 500_000;
const rows = (count: number) => {
  used += 20_000;
  return manyRows(count, used);
};

/** Sent as far as it goes; the approver agrees where that is asked for. */
async function sent(batchId: string) {
  await requestAsSeen(context, batchId);
  for (const role of ["approver", "admin"] as const) {
    const { state, root } = await batchOf(context, batchId);
    if (state !== "awaiting_approval") break;
    await decideBatch(await context.as(role), { batchId, decision: "approved", digest: root ?? "" });
  }
  return sendWhole(context, batchId);
}

/** What became of the order of a line, as the database has it. */
async function became(batchId: string, line: number, set: Partial<typeof transactions.$inferInsert>) {
  const row = (await batchOf(context, batchId)).rows.find((one) => one.line === line);
  await context.db
    .update(transactions)
    .set(set)
    .where(eq(transactions.id, row?.transactionRow ?? ""));
}

describe("a draft", () => {
  test("shows each row with what is wrong, a way to end it, and what a change makes of other rows", async () => {
    const [first = {}, second = {}, third = {}] = rows(3);
    const batchId = await uploaded(context, [first, { ...second, destinationName: "みずほ銀行" }, third]);
    const ops = await context.as("ops");
    const draft = await getDraft(ops, { batchId });
    expect(draft?.rows.map(({ problems, fixes }) => [problems, fixes])).toEqual([
      [undefined, undefined],
      [{ destination: "asTyped" }, { destinationName: "" }],
      [undefined, undefined],
    ]);
    expect(draft?.rows.map(({ payee }) => payee)).toEqual(["new", undefined, "new"]);

    const fixed = await fixRows(ops, { batchId, lines: [2, 3, 4] });
    expect(fixed).toMatchObject({ ok: true, value: { edits: 1 } });
    const after = (await getDraft(ops, { batchId }))?.rows ?? [];
    expect(after.every(({ problems }) => problems === undefined)).toBe(true);

    // Line 4 now pays what line 2 does: the answer of the change brings both.
    const { destinationAccount = "", amount = "" } = first;
    const same = await editRow(ops, { batchId, line: 4, fields: { destinationAccount, amount } });
    expect(same.ok && same.value.rows.map(({ line, open }) => [line, open])).toEqual([
      [2, undefined],
      [4, 1],
    ]);
    const left = await excludeRows(ops, { batchId, lines: [2], reason: "paid by hand" });
    expect(left.ok && left.value.rows.find(({ line }) => line === 4)?.warnings).toBeUndefined();
    expect((await batchOf(context, batchId)).rows.map(({ warnings }) => warnings)).toEqual([[], [], []]);
  });

  test("keeps a player's ID in full width when a fix of another field is pressed twice: only an edit changes it", async () => {
    const wide = { playerId: "ｐ－３３", destinationName: "みずほ銀行" };
    const batchId = await uploaded(
      context,
      rows(2).map((row) => ({ ...row, ...wide })),
    );
    const ops = await context.as("ops");
    const press = async () => {
      await fixRows(ops, { batchId, lines: [2, 3] });
      return (await getDraft(ops, { batchId }))?.rows.map(({ fields, fixes }) => [fields.playerId, fixes]);
    };
    const offered = ["ｐ－３３", { playerId: "p-33" }];
    expect(await press()).toEqual([offered, offered]);
    expect(await press()).toEqual([offered, offered]);
    await editRow(ops, { batchId, line: 2, fields: { playerId: "p-33" } });
    expect(await press()).toEqual([["p-33", undefined], offered]);
  });

  test("is masked for who sees masks, and says the sum that asks for approvals", async () => {
    const batchId = await uploaded(
      context,
      rows(12).map((row) => ({ ...row, amount: "9000" })),
    );
    const seen = await getDraft(await context.as("support"), { batchId });
    expect(JSON.stringify(seen)).not.toContain("ヤマダ　タロウ");
    expect(seen?.rows[0]?.fields.destinationAccount).toMatch(/^•••\d{3}$/);
    const summary = await getDraftSummary(await context.as("ops"), { batchId });
    expect(summary).toMatchObject({ approvers: 1, totals: [{ currency: "JPY", count: 12, amount: "108000" }] });
  });

  test("estimates the fees of each size of amount from the last order of that size, in any order of its rows", async () => {
    const ops = await context.as("ops");
    const [small = {}, large = {}] = rows(2).map((row, at) => ({ ...row, amount: ["1000", "1000000"][at] ?? "" }));
    const fees = async (of: Parameters<typeof uploaded>[1]) => {
      const summary = await getDraftSummary(ops, { batchId: await uploaded(context, of) });
      return summary?.totals.map((total) => total.fees);
    };
    const paid = async (amount: string, fee: string) => {
      await context.db.insert(transactions).values({
        ...{ environment: "sandbox", referenceId: `FEE-${amount}`, type: "WITHDRAW", currency: "JPY", amount, fee },
        ...{ status: "COMPLETED", createdAt: context.clock.now, updatedAt: context.clock.now },
      });
    };
    await paid("1000", "155");
    expect(await fees([small, large])).toEqual([null]);
    await paid("1000000", "5150");
    expect(await fees([small, large])).toEqual(["5305"]);
    expect(await fees([large, small])).toEqual(["5305"]);
    expect(await fees([large, small, { ...small, destinationAccount: "7654321" }])).toEqual(["5460"]);
  });

  test("of two thousand rows is read, changed and requested in seconds", { timeout: 120_000 }, async () => {
    const bytes = batchFile(manyRows(2_000, 3_000_000));
    const ops = await context.as("ops");
    const took = async (work: () => Promise<unknown>) => {
      const from = performance.now();
      await work();
      return Math.round(performance.now() - from);
    };
    let batchId = "";
    const upload = await took(async () => {
      const made = await uploadBatch(ops, { bytes, name: "many.csv" });
      batchId = made.ok ? made.value.batchId : "";
    });
    const read = await took(() => getDraft(ops, { batchId }));
    const edit = await took(() => editRow(ops, { batchId, line: 900, fields: { amount: "77" } }));
    const summary = await took(() => getDraftSummary(ops, { batchId }));
    const request = await took(() => requestAsSeen(context, batchId));
    console.info({ upload, read, edit, summary, request });
    expect((await batchOf(context, batchId)).state).toBe("awaiting_approval");
    // Far more than it takes: other suites run on the same cores.
    expect(upload + read).toBeLessThan(25_000);
    expect(edit).toBeLessThan(2_500);
  });
});

describe("a request", () => {
  test("reaches approvers with its warnings, and leaves the queue once decided", async () => {
    const [row = {}, ...others] = rows(12).map((one) => ({ ...one, amount: "9000" }));
    const batchId = await uploaded(context, [row, row, ...others]);
    const ops = await context.as("ops");
    await acceptAsSeen(ops, { batchId, lines: [3], reason: "two invoices" });
    expect(await requestAsSeen(context, batchId)).toMatchObject({ value: { state: "awaiting_approval" } });

    const approver = await context.as("approver");
    const mine = async () => (await listBatchesForMe(approver)).find(({ id }) => id === batchId);
    expect(await mine()).toMatchObject({ rows: 13, sums: [{ currency: "JPY", amount: "117000" }] });
    expect((await listApprovals(approver)).items.map(({ id }) => id)).toContain(batchId);
    expect(await listBatchesForMe(await context.as("admin"))).toContainEqual(expect.objectContaining({ id: batchId }));
    const before = await countDashboard(approver);
    const needing = async (ctx: Ctx) => {
      const { counts, rows } = await listBatches(ctx, batchesAsked.parse({ show: "needs" }));
      expect((await countDashboard(ctx)).waiting.batches).toBe(counts.needs);
      return rows.map((one) => one.batchId);
    };
    expect(await needing(approver)).toContain(batchId);
    expect(await needing(ops)).not.toContain(batchId);
    expect(await getBatch(approver, { batchId })).toMatchObject({
      ...{ mine: "may_decide", headline: "awaiting_approval", readerId: approver.actor.id },
    });
    expect(await getBatch(ops, { batchId })).toMatchObject({ mine: "own_request", readerId: ops.actor.id });
    const review = await getBatchReview(approver, { batchId });
    expect(review).toMatchObject({ newPayees: 13, excluded: 0, before: null });
    expect(review?.accepted).toMatchObject([{ line: 3, reason: "two invoices", warnings: [{ kind: "same_row" }] }]);
    expect(review?.largest).toHaveLength(5);

    const { root } = await batchOf(context, batchId);
    const reason = "wrong month";
    await decideBatch(approver, { batchId, decision: "sent_back", digest: root ?? "", reason });
    expect(await mine()).toBeUndefined();
    expect((await countDashboard(approver)).waiting.approvals).toBe(before.waiting.approvals - 1);
    expect((await getBatch(ops, { batchId }))?.cameBack).toMatchObject({ reason });
    expect(await listStoppedBatches(ops)).toContainEqual(expect.objectContaining({ batchId, pause: null }));
    expect(await needing(ops)).toContain(batchId);
  });
});

describe("a request that came to nothing", () => {
  const paid = () => rows(12).map((one) => ({ ...one, amount: "9000" }));
  const decided = async (batchId: string, decision: "declined" | "sent_back") => {
    const digest = (await batchOf(context, batchId)).root ?? "";
    const decides = await context.as("approver");
    expect(await decideBatch(decides, { batchId, decision, digest, reason: "no" })).toMatchObject({ ok: true });
  };
  /** Where it waits for a user: their work queue, the view of the list, and the notification. */
  const waitsFor = async (role: "ops" | "admin" | "approver", batchId: string) => {
    const ctx = await context.as(role);
    const needs = await listBatches(ctx, batchesAsked.parse({ show: "needs" }));
    await detectNotifications(await context.as("job"));
    const open = await context.db
      .select({ endedAt: notifications.endedAt })
      .from(notifications)
      .where(and(eq(notifications.event, "batch_attention"), eq(notifications.subject, `batch:${batchId}`)));
    return {
      queue: (await listStoppedBatches(ctx)).find((one) => one.batchId === batchId) ?? null,
      list: needs.rows.some((one) => one.batchId === batchId),
      notified: open.some(({ endedAt }) => endedAt === null),
    };
  };
  const NOWHERE = { queue: null, list: false, notified: false };

  test("waits for its requester where it was declined, until its list is paid again or a week is over", async () => {
    const [first, second] = [await uploaded(context, paid()), await uploaded(context, paid())];
    for (const batchId of [first, second]) {
      await requestAsSeen(context, batchId);
      await decided(batchId, "declined");
    }
    const isHere = { queue: { batchId: first, pause: null, isDeclined: true }, list: true, notified: true };
    expect(await waitsFor("ops", first)).toMatchObject(isHere);
    expect((await waitsFor("admin", first)).queue).toBeNull();

    const run = await payAgain(await context.as("ops"), { batchId: first, reason: "as agreed" });
    if (!run.ok) throw new Error(run.error.kind);
    expect(await waitsFor("ops", first)).toEqual(NOWHERE);
    await discardBatch(await context.as("ops"), { batchId: run.value.batchId });
    expect(await waitsFor("ops", first)).toMatchObject(isHere);

    const { now } = context.clock;
    context.clock.now = new Date(now.getTime() + 7 * 24 * 3_600_000);
    expect(await waitsFor("ops", second)).toEqual(NOWHERE);
    context.clock.now = now;
  });

  test("waits no more where a retry was declined and the failed rows are retried by a later run of the file", async () => {
    const ops = await context.as("ops");
    const first = await uploaded(context, paid());
    await sent(first);
    for (const { line } of (await batchOf(context, first)).rows) {
      await became(first, line, { submission: "rejected", status: null });
    }
    const retried = async () => {
      const run = await retryFailed(ops, { batchId: first });
      return run.ok ? run.value.batchId : run.error.kind;
    };
    const second = await retried();
    await requestAsSeen(context, second);
    await decided(second, "declined");
    const here = { queue: { batchId: second, isDeclined: true, isRetry: true }, list: true, notified: true };
    expect(await waitsFor("ops", second)).toMatchObject(here);

    const third = await retried();
    expect(await batchOf(context, third)).toMatchObject({ run: 3, follows: first });
    expect(await waitsFor("ops", second)).toEqual(NOWHERE);
    await discardBatch(ops, { batchId: third });
    expect(await waitsFor("ops", second)).toMatchObject(here);
  });

  test("waits for all who may request where its requester is a key or has left", async () => {
    const file = new TextDecoder().decode(batchFile(paid()));
    const made = await createBatch(await context.as("api_key"), { name: "by key", file, request: true });
    const byKey = made.ok ? made.value.batchId : "";
    // This admin was shown the key's secret.
    expect(await getBatch(await context.as("admin"), { batchId: byKey })).toMatchObject({ mine: "own_key" });
    const batchId = await uploaded(context, paid());
    await requestAsSeen(context, batchId);
    for (const one of [byKey, batchId]) await decided(one, "sent_back");
    expect((await waitsFor("ops", byKey)).queue).toMatchObject({ isDeclined: false });
    expect((await waitsFor("admin", byKey)).queue).not.toBeNull();
    // Who may only stop payouts can do nothing with it.
    expect((await waitsFor("approver", byKey)).queue).toBeNull();

    expect((await waitsFor("admin", batchId)).queue).toBeNull();
    const requester = eq(users.id, (await context.as("ops")).actor.id);
    await context.db.update(users).set({ disabledAt: context.clock.now }).where(requester);
    expect((await waitsFor("admin", batchId)).queue).not.toBeNull();
    await context.db.update(users).set({ disabledAt: null }).where(requester);
  });
});

test("an approver reads how many rows are paid in spite of a warning, however many there are", async () => {
  const [row = {}] = rows(1);
  const batchId = await uploaded(context, Array(102).fill(row));
  const lines = Array.from({ length: 101 }, (_none, at) => at + 3);
  const ops = await context.as("ops");
  await acceptAsSeen(ops, { batchId, lines, reason: "one invoice each" });
  const review = await getBatchReview(ops, { batchId });
  expect(review).toMatchObject({ acceptedCount: 101, accepted: { length: 100 } });
});

describe("the results of a batch", () => {
  test("is shown by group, row by row, and is never completed while a row is unknown", async () => {
    const batchId = await uploaded(context, rows(4));
    await sent(batchId);
    await became(batchId, 2, { status: "COMPLETED", statusSource: "query", statusAt: new Date() });
    await became(batchId, 3, { status: "FAILED", statusSource: "query", statusAt: new Date() });
    await became(batchId, 4, { submission: "unknown", status: null });
    await became(batchId, 5, { submission: "rejected", status: null });
    const viewer = await context.as("viewer");
    const view = await getBatch(viewer, { batchId });
    const referenceId = (await batchOf(context, batchId)).rows[0]?.referenceId ?? "";
    expect(await getTransaction(viewer, { referenceId })).toMatchObject({
      withdrawal: { batch: { batchId, line: 2 } },
      // The sender of batches, whose name no reader knows: the page says that the console did it.
      timeline: expect.arrayContaining([
        expect.objectContaining({ kind: "did", action: "withdrawal.requested", byKind: "job" }),
      ]),
    });
    expect(view).toMatchObject({ state: "sent", headline: "needs_attention" });
    expect(view?.groups).toMatchObject({ paid: { count: 1 }, unknown: { count: 1 }, failed: { count: 2 } });
    const listed = await listBatches(viewer, batchesAsked.parse({ show: "needs" }));
    expect(listed.rows.find((one) => one.batchId === batchId)).toMatchObject({ headline: "needs_attention" });
    const open = await listBatchRows(viewer, { batchId, group: "attention", q: "", after: 0 });
    expect(open).toMatchObject({ count: 3, next: null });
    expect(open?.rows.map(({ line, group }) => [line, group])).toEqual([
      [3, "failed"],
      [4, "unknown"],
      [5, "failed"],
    ]);
    expect(open?.rows[0]).toMatchObject({ account: expect.stringMatching(/^•••/), payee: null });
    await became(batchId, 4, { submission: "accepted", status: "COMPLETED" });
    expect((await getBatch(viewer, { batchId }))?.headline).toBe("partly_paid");
  });

  test("a row is found by its line, ID, player, payee, account or amount, and by nothing that the reader cannot see", async () => {
    const [one, two] = rows(2);
    if (!one || !two) throw new Error("no rows");
    const wanted = {
      ...two,
      playerId: "p-wanted",
      destinationAccount: "7654321",
      destinationAccountName: "ワタナベ　ケン",
    };
    const batchId = await uploaded(context, [
      { ...one, playerId: "3-1" },
      { ...wanted, amount: "98765" },
    ]);
    await requestAsSeen(context, batchId);
    const { referenceId = "" } = (await batchOf(context, batchId)).rows.at(1) ?? {};
    const linesBy = async (role: "ops" | "viewer", q: string) => {
      const shown = await listBatchRows(await context.as(role), batchRowsAsked.parse({ batchId, q }));
      return shown?.rows.map(({ line }) => line);
    };
    for (const q of ["3", referenceId, "P-WAN", "98,765円", "321"])
      for (const role of ["ops", "viewer"] as const) expect(await linesBy(role, q), q).toEqual([3]);
    expect(await linesBy("ops", "3-1")).toEqual([2]);
    for (const q of ["わたなべ", "watanabe", "Ken Watanabe", "ｹﾝ", "7654", "765-4321"]) {
      expect(await linesBy("ops", q), q).toEqual([3]);
      expect(await linesBy("viewer", q), q).toEqual([]);
    }
    const inGroup = batchRowsAsked.parse({ batchId, q: "98765", group: "paid" });
    expect(await listBatchRows(await context.as("ops"), inGroup)).toMatchObject({ rows: [], count: 0 });
  });

  test("failed rows alone are retried, each in the place of its first order, however often that is pressed", async () => {
    const batchId = await uploaded(context, rows(3));
    await sent(batchId);
    await became(batchId, 2, { submission: "rejected", status: null });
    await became(batchId, 3, { submission: "unknown", status: null });
    const first = (await batchOf(context, batchId)).rows[0]?.transactionRow;
    const ops = await context.as("ops");
    const made = await Promise.all([retryFailed(ops, { batchId }), retryFailed(ops, { batchId })]);
    const ids = new Set(made.map((one) => (one.ok ? one.value.batchId : one.error.kind)));
    expect(ids.size).toBe(1);
    const [next = ""] = ids;
    expect(await batchOf(context, next)).toMatchObject({ run: 2, isRetry: true, follows: batchId, state: "draft" });
    expect((await batchOf(context, next)).rows.map(({ line, replaces }) => [line, replaces])).toEqual([[2, first]]);
    await sent(next);
    const row = (await batchOf(context, next)).rows[0];
    const [order] = await context.db
      .select()
      .from(transactions)
      .where(eq(transactions.id, row?.transactionRow ?? ""));
    expect(order?.replaces).toBe(first);
    // What was retried is not retried again from the first run.
    expect(await retryFailed(ops, { batchId })).toMatchObject({ error: { kind: "nothing_failed" } });
    await became(batchId, 3, { submission: "accepted" });
  });

  test("a failed row that a retry left out can be retried once that has been sent", async () => {
    const batchId = await uploaded(context, rows(3));
    await sent(batchId);
    for (const line of [2, 3]) await became(batchId, line, { submission: "rejected", status: null });
    const ops = await context.as("ops");
    const made = await retryFailed(ops, { batchId });
    const next = made.ok ? made.value.batchId : "";
    await excludeRows(ops, { batchId: next, lines: [3], reason: "later" });
    await sent(next);
    const later = await retryFailed(ops, { batchId });
    const left = await batchOf(context, later.ok ? later.value.batchId : "");
    expect(left).toMatchObject({ run: 3, isRetry: true, rows: [{ line: 3 }] });
    await sent(left.id);
    expect(await retryFailed(ops, { batchId })).toMatchObject({ error: { kind: "nothing_failed" } });
  });

  test("a retry is not the draft of the whole list, nor that the retry, until one of them is requested", async () => {
    const batchId = await uploaded(context, rows(2));
    await sent(batchId);
    await became(batchId, 2, { submission: "rejected", status: null });
    const ops = await context.as("ops");
    const whole = await payAgain(ops, { batchId, reason: "bonus" });
    expect(await retryFailed(ops, { batchId })).toEqual({ ok: false, error: { kind: "draft_open" } });
    await discardBatch(ops, { batchId: whole.ok ? whole.value.batchId : "" });
    expect(await retryFailed(ops, { batchId })).toMatchObject({ ok: true });
    expect(await payAgain(ops, { batchId, reason: "bonus" })).toEqual({ ok: false, error: { kind: "draft_open" } });
  });

  test("a retry warns of what another run has paid since the first, however long ago", async () => {
    const batchId = await uploaded(context, rows(2));
    await sent(batchId);
    await became(batchId, 2, { submission: "rejected", status: null });
    const ops = await context.as("ops");
    const whole = await payAgain(ops, { batchId, reason: "the account is open now" });
    const paid = whole.ok ? whole.value.batchId : "";
    await excludeRows(ops, { batchId: paid, lines: [3], reason: "paid" });
    const [order] = (await sent(paid)).rows;
    await became(paid, 2, { submission: "accepted", status: "COMPLETED" });
    const { now } = context.clock;
    context.clock.now = new Date(now.getTime() + 8 * DAY_MS);
    const made = await retryFailed(ops, { batchId });
    const retry = made.ok ? made.value.batchId : "";
    expect((await batchOf(context, retry)).rows).toMatchObject([
      { line: 2, warnings: [{ kind: "paid_before", at: order?.referenceId }] },
    ]);
    await discardBatch(ops, { batchId: retry });
    context.clock.now = now;
  });

  test("a row that someone sent again meanwhile is not sent by a retry", async () => {
    const batchId = await uploaded(context, rows(2));
    await sent(batchId);
    await became(batchId, 2, { submission: "rejected", status: null });
    const ops = await context.as("ops");
    const made = await retryFailed(ops, { batchId });
    const next = made.ok ? made.value.batchId : "";
    const other = (await batchOf(context, batchId)).rows;
    await context.db
      .update(transactions)
      .set({ replaces: other[0]?.transactionRow ?? null })
      .where(eq(transactions.id, other[1]?.transactionRow ?? ""));
    const done = await sent(next);
    expect(done).toMatchObject({ state: "sent", rows: [{ transactionRow: null, replacedBy: other[1]?.referenceId }] });
    expect((await getBatch(ops, { batchId: next }))?.headline).toBe("not_paid");
  });

  test("the list is paid again as a run of its own, whose approver sees what it was before", async () => {
    const batchId = await uploaded(context, rows(2));
    const ops = await context.as("ops");
    expect(await payAgain(ops, { batchId, reason: "bonus" })).toMatchObject({ error: { kind: "not_over" } });
    await sent(batchId);
    const made = await payAgain(ops, { batchId, reason: "bonus" });
    const next = made.ok ? made.value.batchId : "";
    const run = await batchOf(context, next);
    expect(run).toMatchObject({ run: 2, runReason: "bonus", isRetry: false, follows: batchId });
    expect(run.rows.map(({ warnings }) => warnings.map(({ kind }) => kind))).toEqual([
      ["paid_before"],
      ["paid_before"],
    ]);
    expect((await getBatchReview(ops, { batchId: next }))?.before).toMatchObject({
      run: 1,
      same: 2,
      added: 0,
      gone: 0,
    });
    await context.db.update(batchRows).set({ warnings: [] }).where(eq(batchRows.batchId, next));
    await context.db.update(batches).set({ state: "discarded" }).where(eq(batches.id, next));
  });

  test("the reason of a run is masked in its review for who sees masks, also where the row it names is excluded", async () => {
    const batchId = await uploaded(context, rows(2));
    await sent(batchId);
    const ops = await context.as("ops");
    const { destinationAccount = "" } = (await batchOf(context, batchId)).rows[0]?.fields ?? {};
    const reason = `ヤマダ　タロウ and ${destinationAccount} were short`;
    const made = await payAgain(ops, { batchId, reason });
    const next = made.ok ? made.value.batchId : "";
    await excludeRows(ops, { batchId: next, lines: [2], reason: "paid by hand" });
    const seen = async (ctx: Ctx) => (await getBatchReview(ctx, { batchId: next }))?.before?.reason;
    expect(await seen(ops)).toBe(reason);
    expect(await seen(await context.as("viewer"))).toBe("••• and ••• were short");
    await discardBatch(ops, { batchId: next });
  });
});
