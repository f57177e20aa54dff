import { describe, expect, test } from "vitest";
import { decideBatch } from "@/lib/batches/approvals";
import { editRow, excludeRows } from "@/lib/batches/drafts";
import { cancelRest, pauseBatch } from "@/lib/batches/pause";
import { listBatchRows } from "@/lib/batches/row-queries";
import { payAgain, retryFailed } from "@/lib/batches/runs";
import { sendBatch } from "@/lib/batches/send";
import { freezePayouts } from "@/lib/freezes/commands";
import { listFreezes } from "@/lib/freezes/queries";
import { blockPayee } from "@/lib/payees/commands";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { referenceOf } from "@/lib/transactions/submission/batch-reference";
import { nextReferenceId } from "@/lib/transactions/submission/reference";
import { reissueWithdrawal, requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { manyRows } from "../../support/batch-rows";
import { acceptAsSeen, batchOf, requestAsSeen, sendWhole, uploaded, WITHOUT_PAUSE } from "../../support/batches";
import type { TestContext } from "../../support/context";
import { ownAccount, typedForm } from "../../support/forms";
import {
  atService,
  EXPIRED_MINUTES,
  imported,
  later,
  lost,
  newRows,
  noticed,
  type Order,
  openLostDatabase,
  paidByFormer,
  paidRows,
  refused,
  restored,
  sendAndCheck,
  service,
  submissions,
} from "../../support/lost-database";
import { approved, orderOf } from "../../support/orders";
import { approvedPayee } from "../../support/payees";

openLostDatabase();

describe("a file that a lost database paid", () => {
  /** A row that was refused or failed, so that it can be retried. */
  async function endedRow(from: number, how: "fail" | "reject") {
    const batchId = await uploaded(restored, manyRows(1, from));
    await requestAsSeen(restored, batchId);
    await later(EXPIRED_MINUTES);
    if (how === "reject") await refused();
    const [row] = (await sendAndCheck(batchId)).rows;
    if (how === "fail") await service.decide(row!.referenceId, "fail");
    await checkOrderStatus(await restored.as("job"), { referenceId: row!.referenceId });
    return { batchId, ended: await orderOf(restored, row!.referenceId) };
  }
  async function retried(batchId: string) {
    const retry = await retryFailed(await restored.as("ops"), { batchId });
    if (!retry.ok) throw new Error(retry.error.kind);
    await requestAsSeen(restored, retry.value.batchId);
    return batchOf(restored, retry.value.batchId);
  }
  async function idInNextRun(batchId: string) {
    const { fileSha256, run } = await batchOf(restored, batchId);
    return referenceOf({ environment: "sandbox", fileSha256, run: run + 1 })(2);
  }
  const corrected = async ({ referenceId }: Order) =>
    requestWithdrawal(
      await restored.as("ops"),
      withdrawalInput.parse({ ...typedForm({ amount: "1,001", ...ownAccount() }), corrects: referenceId }),
    );

  test("is not paid a second time where it is uploaded again", async () => {
    const { rows, ids } = await paidRows();
    await noticed();
    const batchId = await uploaded(restored, rows);
    const draft = await batchOf(restored, batchId);
    expect(draft.rows.map(({ referenceId }) => referenceId)).toEqual(ids);
    await requestAsSeen(restored, batchId);
    await sendAndCheck(batchId);
    // What was sent last may still arrive.
    expect(await submissions()).toEqual([]);
    await later(EXPIRED_MINUTES);
    expect((await sendAndCheck(batchId)).state).toBe("sent");
    expect(await atService(ids)).toEqual(ids);
    expect(await submissions()).toEqual(ids.map((id) => ({ reference_id: id, submission: "accepted" })));
  });

  test("is not paid a second time where the change of the database was not noticed", async () => {
    const { rows, ids } = await paidRows();
    const batchId = await uploaded(restored, rows);
    await requestAsSeen(restored, batchId);
    await sendAndCheck(batchId);
    expect(await atService(ids)).toEqual(ids);
    const [freeze] = await listFreezes(await restored.as("admin"));
    expect(freeze).toMatchObject({ cause: "database_changed" });
    expect((await batchOf(restored, batchId)).possiblySentUntil).not.toBeNull();
  });

  test("pays no row that was edited since: it is a discrepancy", async () => {
    const { rows, ids } = await paidRows();
    await noticed();
    const batchId = await uploaded(restored, rows);
    await editRow(await restored.as("ops"), { batchId, line: 2, fields: { amount: "77,000" } });
    await requestAsSeen(restored, batchId);
    await later(EXPIRED_MINUTES);
    expect(await sendAndCheck(batchId)).toMatchObject({ state: "paused", pauseReason: "discrepancy" });
    expect(await atService(ids)).toEqual(ids);
    const found = await restored.pool.query("select kind, said from discrepancies");
    expect(found.rows).toEqual([{ kind: "reports", said: expect.stringContaining("amount 1001") }]);
  });

  test("has its failed rows retried by the sender alone, each asked about first", async () => {
    await noticed();
    const { batchId, ended } = await endedRow(9_000, "fail");
    const retry = await retried(batchId);
    const next = await idInNextRun(retry.id);
    const job = await restored.as("job");
    const asked: string[] = [];
    const transaction = (id: string) => {
      asked.push(id);
      return job.api.transaction(id);
    };
    await sendBatch({ ...job, api: { ...job.api, transaction } }, { batchId: retry.id, rowsPerSecond: WITHOUT_PAUSE });
    const again = await batchOf(restored, retry.id);
    expect(again.state).toBe("sent");
    // Before the row becomes an order, and before that leaves.
    expect(asked.filter((id) => id === next)).toHaveLength(2);
    const ids = [ended.referenceId, again.rows[0]!.referenceId].sort();
    expect(await atService(ids)).toEqual(ids);
    expect((await submissions()).map(({ submission }) => submission)).toEqual(["accepted", "accepted"]);
    const said = `select count(*)::int as count from exchanges e join transactions t on t.id = e.transaction_row
      where t.reference_id = $1 and e.purpose = 'status_check'`;
    expect((await restored.pool.query(said, [again.rows[0]!.referenceId])).rows).toEqual([{ count: 1 }]);
  });

  test("is asked about where its sender holds a row, and is then known not to have been sent", async () => {
    await noticed();
    const [row = {}] = manyRows(1, 9_500);
    const admin = await restored.as("admin");
    const { destinationAccount = "" } = row;
    const { payeeId } = await approvedPayee([await restored.as("ops"), admin], { destinationAccount });
    const batchId = await uploaded(restored, [row]);
    await requestAsSeen(restored, batchId);
    await later(EXPIRED_MINUTES);
    expect(await blockPayee(admin, { payeeId, reason: "wrong account" })).toMatchObject({ ok: true });
    const [sent] = (await sendWhole(restored, batchId)).rows;
    const held = await orderOf(restored, sent!.referenceId);
    expect(held).toMatchObject({ heldReason: "payee_blocked", nextPollAt: expect.any(Date) });
    for (const minutes of [1, 11, 2]) {
      await later(minutes);
      await checkOrderStatus(await restored.as("job"), held);
    }
    expect(await orderOf(restored, held.referenceId)).toMatchObject({ possiblySentUntil: null, submission: "queued" });
  });

  test("is asked about where a freeze keeps a row in the queue", async () => {
    await noticed();
    const batchId = await uploaded(restored, manyRows(1, 9_600));
    await requestAsSeen(restored, batchId);
    await later(EXPIRED_MINUTES);
    const [ops, admin] = [await restored.as("ops"), await restored.as("admin")];
    expect(await freezePayouts(admin, { userId: ops.actor.id, reason: "a question" })).toMatchObject({ ok: true });
    const [sent] = (await sendWhole(restored, batchId, 2)).rows;
    const frozen = await orderOf(restored, sent!.referenceId);
    expect(frozen).toMatchObject({ submission: "queued", nextPollAt: expect.any(Date) });
    for (const minutes of [1, 11, 2]) {
      await later(minutes);
      await checkOrderStatus(await restored.as("job"), frozen);
    }
    expect(await orderOf(restored, frozen.referenceId)).toMatchObject({
      possiblySentUntil: null,
      submission: "queued",
    });
  });

  test("has a retry that was imported take the place of the row that failed", async () => {
    await noticed();
    const { batchId, ended } = await endedRow(9_700, "fail");
    const retry = await retried(batchId);
    const [row] = retry.rows;
    await paidByFormer({ ...ended, referenceId: row!.referenceId });
    await imported([row!.referenceId]);
    expect((await sendAndCheck(retry.id)).state).toBe("sent");
    const { id, referenceId } = ended;
    expect(await orderOf(restored, row!.referenceId)).toMatchObject({ status: "COMPLETED", replaces: id });
    const said = "select action from audit_events where subject = $1 and action like '%.replaced%'";
    expect((await restored.pool.query(said, [referenceId])).rows).toEqual([
      { action: "submission.replaced_elsewhere" },
    ]);
    expect(await reissueWithdrawal(await restored.as("ops"), { referenceId })).toEqual({
      ok: false,
      error: { kind: "replaced", referenceId: row!.referenceId },
    });
  });

  test("has a row that failed replaced by the retry of the lost database", async () => {
    await noticed();
    const { batchId, ended } = await endedRow(9_800, "fail");
    const referenceId = await idInNextRun(batchId);
    await paidByFormer({ ...ended, referenceId });
    expect(await corrected(ended)).toEqual({ ok: false, error: { kind: "replaced", referenceId } });
  });

  test("has the correction of a row stopped where the lost database had retried it, though no change was noticed", async () => {
    const { batchId, ended } = await endedRow(9_850, "fail");
    const referenceId = await idInNextRun(batchId);
    await paidByFormer({ ...ended, referenceId });
    const made = await corrected(ended);
    if (!made.ok) throw new Error(made.error.kind);
    const newer = await approved(restored, await orderOf(restored, made.value.referenceId));
    await sendWithdrawal(await restored.as("job"), { transactionRow: newer.id });
    expect(await atService([newer.referenceId, referenceId])).toEqual([referenceId]);
    expect(await listFreezes(await restored.as("admin"))).toMatchObject([{ cause: "database_changed" }]);
  });

  /** Ends a batch whose rows have not left. */
  async function cancelled(context: TestContext, batchId: string) {
    const ops = await context.as("ops");
    expect(await pauseBatch(ops, { batchId })).toMatchObject({ ok: true });
    expect(await cancelRest(ops, { batchId })).toMatchObject({ ok: true });
  }
  async function againIn(context: TestContext, batchId: string) {
    const run = await payAgain(await context.as("ops"), { batchId, reason: "it was not paid" });
    if (!run.ok) throw new Error(run.error.kind);
    return run.value.batchId;
  }
  const decided = async (context: TestContext, batchId: string, decision: "approved" | "declined") => {
    const asked = { batchId, digest: (await batchOf(context, batchId)).root ?? "" };
    const said = decision === "declined" ? { decision, reason: "no" } : { decision };
    expect(await decideBatch(await context.as("approver"), { ...asked, ...said })).toMatchObject({ ok: true });
  };
  /** Each row has what the lost database sent, and nothing else is at the service. */
  async function expectJoined(batchId: string, ids: string[]) {
    const { rows } = await batchOf(restored, batchId);
    const own = rows.map(({ referenceId }) => referenceId);
    expect(await atService([...ids, ...own])).toEqual(ids);
    expect(await submissions()).toEqual(ids.map((id) => ({ reference_id: id, submission: null })));
    expect(rows.every(({ transactionRow }) => transactionRow !== null)).toBe(true);
  }

  test("is not paid by its next run where it awaited approval, which was declined after the change", async () => {
    const rows = newRows(6).map((row) => ({ ...row, amount: "20000" }));
    const [first, paid] = [await uploaded(restored, rows), await uploaded(lost, rows)];
    for (const [context, batchId] of [[restored, first] as const, [lost, paid] as const]) {
      expect(await requestAsSeen(context, batchId)).toMatchObject({ value: { state: "awaiting_approval" } });
    }
    await decided(lost, paid, "approved");
    const ids = (await sendWhole(lost, paid)).rows.map(({ referenceId }) => referenceId);
    expect(await atService(ids)).toEqual(ids);
    await noticed();
    await decided(restored, first, "declined");
    const second = await againIn(restored, first);
    await requestAsSeen(restored, second);
    await decided(restored, second, "approved");
    await later(EXPIRED_MINUTES);
    expect(await sendAndCheck(second)).toMatchObject({ state: "sent", run: 2 });
    await expectJoined(second, ids);
    // Paid again on purpose: what a row has taken is no row's any more.
    const third = await againIn(restored, second);
    await requestAsSeen(restored, third);
    await decided(restored, third, "approved");
    const sent = await sendAndCheck(third);
    const own = sent.rows.map(({ referenceId }) => referenceId);
    expect([sent.state, await atService(own)]).toEqual(["sent", own]);
  });

  test("is not paid by its next run where the rest was cancelled, and a changed account is a discrepancy", async () => {
    const rows = newRows(3);
    const first = await uploaded(restored, rows);
    await requestAsSeen(restored, first);
    const paid = await uploaded(lost, rows);
    await requestAsSeen(lost, paid);
    const ids = (await sendWhole(lost, paid)).rows.map(({ referenceId }) => referenceId);
    await noticed();
    await cancelled(restored, first);
    const second = await againIn(restored, first);
    const fields = { destinationAccount: "7654321" };
    await editRow(await restored.as("ops"), { batchId: second, line: 4, fields });
    await requestAsSeen(restored, second);
    await later(EXPIRED_MINUTES);
    expect(await sendAndCheck(second)).toMatchObject({ pauseReason: "discrepancy" });
    await expectJoined(second, ids);
    const found = await restored.pool.query("select kind, said from discrepancies");
    expect(found.rows).toEqual([{ kind: "reports", said: "WITHDRAW JPY 1003 to another account" }]);
  });

  test("is not paid a second time where only its second run was, nor are its other rows left unpaid", async () => {
    const rows = newRows(3);
    const first = await uploaded(lost, rows);
    await requestAsSeen(lost, first);
    await cancelled(lost, first);
    const second = await againIn(lost, first);
    const excluded = { batchId: second, lines: [4], reason: "not now" };
    expect(await excludeRows(await lost.as("ops"), excluded)).toMatchObject({ ok: true });
    await requestAsSeen(lost, second);
    const [one, two] = (await sendWhole(lost, second)).rows.map(({ referenceId }) => referenceId);
    await noticed();
    const batchId = await uploaded(restored, rows);
    const own = (await batchOf(restored, batchId)).rows.map(({ referenceId }) => referenceId);
    await requestAsSeen(restored, batchId);
    await later(EXPIRED_MINUTES);
    expect((await sendAndCheck(batchId)).state).toBe("sent");
    expect(await atService([...own, one!, two!])).toEqual([own[2], one, two].sort());
    // What it has joined is in no other row: its second run is not paid either, and says by what it was replaced.
    const again = await againIn(restored, batchId);
    const { rows: drafted } = await batchOf(restored, again);
    const accepted = { batchId: again, lines: drafted.map(({ line }) => line), reason: "twice" };
    await acceptAsSeen(await restored.as("ops"), accepted);
    await requestAsSeen(restored, again);
    expect((await sendAndCheck(again)).state).toBe("sent");
    const ended = (await batchOf(restored, again)).rows.map(({ transactionRow, replacedBy }) => [
      transactionRow !== null,
      replacedBy,
    ]);
    expect(ended).toEqual([
      [false, one],
      [false, two],
      [true, null],
    ]);
  });

  test("has a row retried whose lost order failed, though its retry has the ID of that order", async () => {
    const rows = newRows(1);
    const first = await uploaded(lost, rows);
    await requestAsSeen(lost, first);
    await cancelled(lost, first);
    const second = await againIn(lost, first);
    await requestAsSeen(lost, second);
    const { referenceId } = (await sendWhole(lost, second)).rows[0]!;
    await noticed();
    const batchId = await uploaded(restored, rows);
    await requestAsSeen(restored, batchId);
    await later(EXPIRED_MINUTES);
    await sendAndCheck(batchId);
    await expectJoined(batchId, [referenceId]);
    await service.decide(referenceId, "fail");
    await checkOrderStatus(await restored.as("job"), { referenceId });
    const retry = await retried(batchId);
    expect((await sendAndCheck(retry.id)).rows).toMatchObject([{ referenceId, replacedBy: referenceId }]);
    const next = await retried(batchId);
    const [row] = (await sendAndCheck(next.id)).rows;
    expect(await atService([referenceId, row!.referenceId])).toEqual([referenceId, row!.referenceId].sort());
    const replaces = (await orderOf(restored, referenceId)).id;
    expect(await orderOf(restored, row!.referenceId)).toMatchObject({ submission: "accepted", replaces });
  });

  test("has its failed rows paid once where the lost database had paid a retry that was cancelled here", async () => {
    await noticed();
    const { batchId, ended } = await endedRow(9_900, "fail");
    const second = await retried(batchId);
    const [row] = second.rows;
    await paidByFormer({ ...ended, referenceId: row!.referenceId });
    await cancelled(restored, second.id);
    const third = await retried(batchId);
    expect((await sendAndCheck(third.id)).state).toBe("sent");
    expect(await atService([row!.referenceId, third.rows[0]!.referenceId])).toEqual([row!.referenceId]);
    const joined = await orderOf(restored, row!.referenceId);
    expect(joined).toMatchObject({ status: "COMPLETED", replaces: ended.id });
    expect((await batchOf(restored, third.id)).rows).toMatchObject([{ transactionRow: joined.id }]);
  });

  test("has a retried row replaced by the order that a person made in the place of the one that was refused", async () => {
    const { batchId, ended } = await endedRow(9_960, "reject");
    const { referenceId } = ended;
    await noticed();
    const second = await retried(batchId);
    const made = await reissueWithdrawal(await restored.as("ops"), { referenceId });
    if (!made.ok) throw new Error(made.error.kind);
    const by = made.value.referenceId;
    // No lost database sent it, so that the row of the retry need not wait for it.
    for (const minutes of [0, EXPIRED_MINUTES, 2]) {
      await later(minutes);
      await checkOrderStatus(await restored.as("job"), made.value);
    }
    expect((await sendAndCheck(second.id)).state).toBe("sent");
    expect((await batchOf(restored, second.id)).rows).toMatchObject([{ transactionRow: null, replacedBy: by }]);
    const view = await getTransaction(await restored.as("ops"), { referenceId: by });
    expect(view).toMatchObject({ submission: "queued", conflict: false, possiblySentUntil: null });
  });

  test("has a retried row sent though the lost database had sent it again, where that one failed", async () => {
    const { batchId, ended } = await endedRow(9_965, "reject");
    const failed = nextReferenceId(ended.referenceId);
    await paidByFormer({ ...ended, referenceId: failed }, "fail");
    await later(1);
    await noticed();
    const second = await retried(batchId);
    await later(EXPIRED_MINUTES);
    const own = (await sendAndCheck(second.id)).rows[0]!.referenceId;
    expect(await atService([failed, own])).toEqual([failed, own].sort());
    expect(await orderOf(restored, own)).toMatchObject({ submission: "accepted", replaces: ended.id });
    expect(await orderOf(restored, failed)).toMatchObject({ status: "FAILED", replaces: null });
  });

  test("has each order of the lost database taken once: for a later run, and not for a correction", async () => {
    await noticed();
    const { batchId, ended } = await endedRow(9_980, "fail");
    const second = await retried(batchId);
    const { referenceId } = second.rows[0]!;
    await paidByFormer({ ...ended, referenceId });
    await cancelled(restored, second.id);
    const third = await againIn(restored, batchId);
    await requestAsSeen(restored, third);
    const [row] = (await sendAndCheck(third)).rows;
    expect(row).toMatchObject({ transactionRow: (await orderOf(restored, referenceId)).id });
    const made = await corrected(ended);
    if (!made.ok) throw new Error(made.error.kind);
    const newer = await approved(restored, await orderOf(restored, made.value.referenceId));
    await sendWithdrawal(await restored.as("job"), { transactionRow: newer.id });
    expect(await atService([newer.referenceId])).toEqual([newer.referenceId]);
  });

  /** The list once more on purpose, in spite of the warning. */
  async function paidAgain(batchId: string) {
    const next = await againIn(restored, batchId);
    await acceptAsSeen(await restored.as("ops"), { batchId: next, lines: [2], reason: "twice" });
    await requestAsSeen(restored, next);
    const batch = await sendAndCheck(next);
    expect(batch.state).toBe("sent");
    return { batch, row: batch.rows[0]! };
  }

  // One that was refused is marked when the change is noticed, one that failed is not.
  test.each([
    ["reject", 9_970],
    ["fail", 9_971],
  ] as const)(
    "has each order of the lost database taken once: for a correction (%s), and not for a later run",
    async (how, from) => {
      const { batchId, ended } = await endedRow(from, how);
      const second = await retried(batchId);
      const { referenceId } = second.rows[0]!;
      await paidByFormer({ ...ended, referenceId });
      await later(1);
      await noticed();
      await later(EXPIRED_MINUTES);
      await cancelled(restored, second.id);
      expect(await corrected(ended)).toEqual({ ok: false, error: { kind: "replaced", referenceId } });
      const { row } = await paidAgain(batchId);
      expect(await atService([row.referenceId])).toEqual([row.referenceId]);
    },
  );

  test("is not paid by a next run what took the place of a row that failed: it says so, and a further run is paid", async () => {
    const { batchId, ended } = await endedRow(9_972, "fail");
    const referenceId = await idInNextRun(batchId);
    await paidByFormer({ ...ended, referenceId });
    await later(1);
    await noticed();
    await later(EXPIRED_MINUTES);
    expect(await corrected(ended)).toEqual({ ok: false, error: { kind: "replaced", referenceId } });
    const second = await paidAgain(batchId);
    expect(second.row).toMatchObject({ referenceId, transactionRow: null, replacedBy: referenceId });
    const shown = await listBatchRows(await restored.as("viewer"), { batchId: second.batch.id, q: "", after: 0 });
    expect(shown?.rows).toMatchObject([{ group: "not_sent", order: null, replacedBy: referenceId }]);
    const third = await paidAgain(second.batch.id);
    expect(await atService([third.row.referenceId])).toEqual([third.row.referenceId]);
    expect(third.row).toMatchObject({ transactionRow: expect.any(String), replacedBy: null });
  });

  test("has a row corrected though a lost order, which may have been its retry, stands in another one's place", async () => {
    const { batchId, ended } = await endedRow(9_973, "fail");
    const second = await paidAgain(batchId);
    const { referenceId } = second.row;
    await service.decide(referenceId, "fail");
    await checkOrderStatus(await restored.as("job"), { referenceId });
    const other = await orderOf(restored, referenceId);
    const lostRetry = await idInNextRun(second.batch.id);
    await paidByFormer({ ...other, referenceId: lostRetry });
    await later(1);
    await noticed();
    await later(EXPIRED_MINUTES);
    expect(await corrected(other)).toEqual({ ok: false, error: { kind: "replaced", referenceId: lostRetry } });
    const made = await corrected(ended);
    if (!made.ok) throw new Error(made.error.kind);
    const newer = await approved(restored, await orderOf(restored, made.value.referenceId));
    await sendWithdrawal(await restored.as("job"), { transactionRow: newer.id });
    expect(await orderOf(restored, newer.referenceId)).toMatchObject({ submission: "accepted", discrepancyAt: null });
    expect(await atService([newer.referenceId])).toEqual([newer.referenceId]);
  });

  test("has of two lost orders the one that was paid in its place, though the other one has the later ID", async () => {
    const { batchId, ended } = await endedRow(9_974, "reject");
    const { referenceId } = ended;
    const [paid, failed] = [nextReferenceId(referenceId), await idInNextRun(batchId)];
    await paidByFormer({ ...ended, referenceId: paid });
    await paidByFormer({ ...ended, referenceId: failed }, "fail");
    await later(1);
    await noticed();
    await later(EXPIRED_MINUTES);
    expect(await corrected(ended)).toEqual({ ok: false, error: { kind: "replaced", referenceId: paid } });
    expect(await orderOf(restored, paid)).toMatchObject({ status: "COMPLETED", replaces: ended.id });
  });

  test.each(["is corrected", "was corrected"])(
    "freezes payouts where a row %s that a second database, which was lost unnoticed, has retried",
    async (when) => {
      const { batchId, ended } = await endedRow(when === "is corrected" ? 9_976 : 9_977, "fail");
      await later(1);
      await noticed();
      await later(60);
      const made = when === "was corrected" ? await corrected(ended) : null;
      const referenceId = await idInNextRun(batchId);
      await paidByFormer({ ...ended, referenceId });
      await later(1);
      if (made === null) {
        expect(await corrected(ended)).toEqual({ ok: false, error: { kind: "replaced", referenceId } });
      } else {
        if (!made.ok) throw new Error(made.error.kind);
        const newer = await approved(restored, await orderOf(restored, made.value.referenceId));
        await sendWithdrawal(await restored.as("job"), { transactionRow: newer.id });
        expect(await atService([newer.referenceId, referenceId])).toEqual([referenceId]);
      }
      expect(await listFreezes(await restored.as("admin"))).toMatchObject([{ cause: "database_changed" }]);
    },
  );

  test("is paid once more on purpose after a retry of the lost database that has stopped a correction", async () => {
    const { batchId, ended } = await endedRow(9_978, "fail");
    const made = await corrected(ended);
    if (!made.ok) throw new Error(made.error.kind);
    const referenceId = await idInNextRun(batchId);
    await paidByFormer({ ...ended, referenceId });
    await later(1);
    const newer = await approved(restored, await orderOf(restored, made.value.referenceId));
    await sendWithdrawal(await restored.as("job"), { transactionRow: newer.id });
    expect(await orderOf(restored, referenceId)).toMatchObject({ replaces: newer.id, discrepancyAt: null });
    await later(1);
    await noticed();
    await later(EXPIRED_MINUTES);
    const second = await paidAgain(batchId);
    expect(second.row).toMatchObject({ referenceId, transactionRow: null, replacedBy: referenceId });
    const third = await paidAgain(second.batch.id);
    expect(await atService([newer.referenceId, third.row.referenceId])).toEqual([third.row.referenceId]);
  });

  test("is not paid a second time where the lost database paid the second reissue of a row", async () => {
    const rows = newRows(1);
    const first = await uploaded(lost, rows);
    await requestAsSeen(lost, first);
    await refused();
    let { referenceId } = (await sendWhole(lost, first)).rows[0]!;
    for (const isPaid of [false, true]) {
      if (!isPaid) await refused();
      const made = await reissueWithdrawal(await lost.as("ops"), { referenceId });
      if (!made.ok) throw new Error(made.error.kind);
      ({ referenceId } = made.value);
      await sendWithdrawal(await lost.as("job"), { transactionRow: (await orderOf(lost, referenceId)).id });
    }
    await noticed();
    const batchId = await uploaded(restored, rows);
    await requestAsSeen(restored, batchId);
    await later(EXPIRED_MINUTES);
    expect((await sendAndCheck(batchId)).state).toBe("sent");
    await expectJoined(batchId, [referenceId]);
  });

  test("is not paid by its next run where operations closed the order of the lost database, which may be paid", async () => {
    const rows = newRows(1);
    const first = await uploaded(restored, rows);
    await requestAsSeen(restored, first);
    const paid = await uploaded(lost, rows);
    await requestAsSeen(lost, paid);
    const ids = (await sendWhole(lost, paid)).rows.map(({ referenceId }) => referenceId);
    await service.decide(ids[0]!, "cancel");
    await noticed();
    await cancelled(restored, first);
    const second = await againIn(restored, first);
    await requestAsSeen(restored, second);
    await later(EXPIRED_MINUTES);
    expect((await sendAndCheck(second)).state).toBe("sent");
    await expectJoined(second, ids);
  });

  test("waits while the service does not answer about the other IDs of a row", async () => {
    await noticed();
    const batchId = await uploaded(restored, manyRows(1, 9_950));
    await requestAsSeen(restored, batchId);
    await later(EXPIRED_MINUTES);
    const job = await restored.as("job");
    const own = (await batchOf(restored, batchId)).rows[0]!.referenceId;
    const transaction = async (id: string) => {
      if (id !== own) await service.misbehave({ path: "/transactions", kind: "drop", when: "before" });
      return job.api.transaction(id);
    };
    const silent = { ...job, api: { ...job.api, transaction } };
    await sendBatch(silent, { batchId, rowsPerSecond: WITHOUT_PAUSE });
    expect(await batchOf(restored, batchId)).toMatchObject({ state: "sending", rows: [{ transactionRow: null }] });
    expect((await sendWhole(restored, batchId)).state).toBe("sent");
    expect(await atService([own])).toEqual([own]);
  });

  test("is asked about under the other IDs of a row in one round", async () => {
    await noticed();
    const batchId = await uploaded(restored, manyRows(1, 9_955));
    await requestAsSeen(restored, batchId);
    await later(EXPIRED_MINUTES);
    const job = await restored.as("job");
    let asked = 0;
    const all = Promise.withResolvers<void>();
    const transaction = async (id: string) => {
      asked += 1;
      // Two reissues, and the next run: none is answered before all are asked about.
      if (asked === 3) all.resolve();
      await all.promise;
      return job.api.transaction(id);
    };
    await sendBatch({ ...job, api: { ...job.api, transaction } }, { batchId, rowsPerSecond: WITHOUT_PAUSE });
    expect(await submissions()).toMatchObject([{ submission: "accepted" }]);
  });

  test("goes on though the service answers so slowly that a job ends before it has been asked about a row", async () => {
    await noticed();
    const batchId = await uploaded(restored, manyRows(2, 9_990));
    await requestAsSeen(restored, batchId);
    await later(EXPIRED_MINUTES);
    const job = await restored.as("job");
    let late = 0;
    const transaction = (id: string) => {
      late += 3_000;
      return job.api.transaction(id);
    };
    const monotonic = () => ({ process: "slow", ms: job.monotonic().ms + late });
    const slow = { ...job, monotonic, api: { ...job.api, transaction } };
    for (let jobs = 0; jobs < 3; jobs++) await sendBatch(slow, { batchId, rowsPerSecond: WITHOUT_PAUSE });
    const batch = await batchOf(restored, batchId);
    expect(batch.state).toBe("sent");
    const own = batch.rows.map(({ referenceId }) => referenceId);
    expect(await atService(own)).toEqual(own);
  });

  test("takes the orders that were imported by their IDs as its own", async () => {
    const { rows, ids } = await paidRows();
    await noticed();
    await imported(ids);
    const batchId = await uploaded(restored, rows);
    await editRow(await restored.as("ops"), { batchId, line: 7, fields: { amount: "77,000" } });
    await requestAsSeen(restored, batchId);
    await later(EXPIRED_MINUTES);
    const batch = await sendAndCheck(batchId);
    expect(batch).toMatchObject({ state: "paused", pauseReason: "discrepancy" });
    expect(batch.rows.every(({ transactionRow }) => transactionRow !== null)).toBe(true);
    expect(await atService(ids)).toEqual(ids);
    const found = await restored.pool.query("select kind, said from discrepancies");
    expect(found.rows).toEqual([{ kind: "reports", said: "WITHDRAW JPY 1006" }]);
  });
});
