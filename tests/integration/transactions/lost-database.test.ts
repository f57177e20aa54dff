import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { evidenceOf } from "@/components/evidence/evidence-of";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { handleCallback } from "@/lib/callbacks/handle-callback";
import { processDeliveries } from "@/lib/callbacks/process-delivery";
import { listFreezes } from "@/lib/freezes/queries";
import en from "@/lib/i18n/messages/en.json";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { checkOrderStatus, lookUpOrder } from "@/lib/transactions/commands";
import { freezeAfterChange, freezeUnlessNoticed } from "@/lib/transactions/freezes/database-change";
import { lockFreezes } from "@/lib/transactions/freezes/guard";
import { pollDueOrders } from "@/lib/transactions/polling/run";
import { scheduleNextPoll } from "@/lib/transactions/polling/schedule";
import { sentenceKeyOf } from "@/lib/transactions/status/sentence";
import { nextReferenceId } from "@/lib/transactions/submission/reference";
import { stopOrder } from "@/lib/transactions/submission/stop";
import { transactionRow } from "@/lib/transactions/to-view";
import { decideWithdrawal } from "@/lib/withdrawals/approvals";
import { reissueWithdrawal, requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { callbackFields, signatureOf } from "../../support/callback-fields";
import { ownAccount, typedForm } from "../../support/forms";
import { lockWaits } from "../../support/lock-waits";
import {
  atService,
  EXPIRED_MINUTES,
  imported,
  later,
  noticed,
  type Order,
  openLostDatabase,
  paidByFormer,
  refused,
  restored,
  service,
  submissions,
} from "../../support/lost-database";
import { approved, orderOf, requested } from "../../support/orders";

openLostDatabase();

describe("an order that the backup has", () => {
  const awaiting = async () => {
    const order = await requested(restored, { amount: "128,000", ...ownAccount() });
    expect(order.submission).toBe("awaiting_approval");
    return order;
  };
  const viewOf = async ({ referenceId }: Pick<Order, "referenceId">) =>
    (await getTransaction(await restored.as("ops"), { referenceId }))!;

  async function declined(order: Order) {
    const [intent] = await restored.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, order.id));
    const { referenceId } = order;
    const decision = { decision: "declined", reason: "not now", digest: intent!.digest } as const;
    expect(await decideWithdrawal(await restored.as("approver"), { referenceId, ...decision })).toMatchObject({
      ok: true,
    });
  }
  const correct = async ({ referenceId }: Order) =>
    requestWithdrawal(
      await restored.as("ops"),
      withdrawalInput.parse({ ...typedForm({ amount: "128,100", ...ownAccount() }), corrects: referenceId }),
    );
  async function approvedCorrection(order: Order) {
    const made = await correct(order);
    if (!made.ok) throw new Error(made.error.kind);
    return approved(restored, await orderOf(restored, made.value.referenceId));
  }
  /** A request for the same amount to the same account. */
  async function equalTo({ id }: Pick<Order, "id">) {
    const [intent] = await restored.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, id));
    const form = typedForm({ amount: "128,000", destinationAccount: intent!.destinationAccount });
    return requestWithdrawal(await restored.as("ops"), withdrawalInput.parse(form));
  }
  const send = async ({ id }: Pick<Order, "id">) => sendWithdrawal(await restored.as("job"), { transactionRow: id });
  const playerOrders = async (ids: string[]) => (await atService(ids)).length;

  test("is asked about when the change is noticed, and is not corrected once it was found", async () => {
    const order = await awaiting();
    await paidByFormer(order);
    await noticed();
    expect((await orderOf(restored, order.referenceId)).nextPollAt).toEqual(restored.clock.now);
    await declined(order);
    expect(await correct(order)).toEqual({ ok: false, error: { kind: "turned_up" } });
    const paid = { submission: "accepted", status: "COMPLETED", discrepancyKind: "double" };
    expect(await orderOf(restored, order.referenceId)).toMatchObject(paid);
  });

  test("is not paid a second time through its correction", async () => {
    const order = await awaiting();
    await noticed();
    await declined(order);
    await later(EXPIRED_MINUTES);
    const made = await correct(order);
    if (!made.ok) throw new Error(made.error.kind);
    // The service shows it late.
    await paidByFormer(order);
    const newer = await approved(restored, await orderOf(restored, made.value.referenceId));
    expect(await send(newer)).toBe("stopped");
    expect(await playerOrders([order.referenceId, newer.referenceId])).toBe(1);
    expect(await orderOf(restored, newer.referenceId)).toMatchObject({ submission: "stopped" });
  });

  test("says of a correction that turns up what is true of it, though it replaces one that never left", async () => {
    const order = await awaiting();
    await declined(order);
    const made = await correct(order);
    if (!made.ok) throw new Error(made.error.kind);
    const newer = await orderOf(restored, made.value.referenceId);
    await paidByFormer(newer);
    await noticed();
    await checkOrderStatus(await restored.as("job"), newer);
    const found = await viewOf(newer);
    expect(found).toMatchObject({ status: "COMPLETED", discrepancyKind: "double", replaces: order.referenceId });
    // The sentence names no order: which of them was found is not part of the view.
    const sentence = en.orders.sentence[sentenceKeyOf(found)];
    expect(sentence).toContain("{subject}, or an earlier order for the same payment, was recorded as not created");
    expect(await playerOrders([order.referenceId, newer.referenceId])).toBe(1);
  });

  test("is not paid a second time where the change of the database was not noticed", async () => {
    const order = await awaiting();
    await paidByFormer(order);
    await declined(order);
    const newer = await approvedCorrection(order);
    expect(await send(newer)).toBe("stopped");
    expect(await playerOrders([order.referenceId, newer.referenceId])).toBe(1);
    expect(await listFreezes(await restored.as("admin"))).toMatchObject([{ cause: "database_changed" }]);
  });

  test("freezes payouts before its correction is stopped: a freeze that fails is repeated", async () => {
    const order = await awaiting();
    await paidByFormer(order);
    await declined(order);
    const newer = await approvedCorrection(order);
    await restored.pool.query("alter table freezes add constraint fails check (false) not valid");
    await expect(send(newer)).rejects.toThrow();
    expect(await orderOf(restored, order.referenceId)).toMatchObject({ submission: "declined", status: null });
    await restored.pool.query("alter table freezes drop constraint fails");
    expect(await send(newer)).toBe("stopped");
    expect(await frozen()).toBe(1);
  });

  /** A callback to the address that the former database gave to the service. */
  async function calledBack({ callbackToken, referenceId, amount }: Order, isSigned = false) {
    const said = callbackFields(
      { transactionId: `TX-${referenceId}`, referenceId },
      { amount: Number(amount), actual_amount: null },
    );
    const signature = isSigned ? { "x-signature": signatureOf(said, service.secretKey) } : {};
    const headers = { "content-type": "application/json", ...signature };
    const request = new Request("http://console.test", { method: "POST", headers, body: JSON.stringify(said) });
    expect((await handleCallback(await restored.as("callback"), callbackToken!, request)).status).toBe(200);
    await processDeliveries(await restored.as("job"));
  }

  test("is found by its callback where the change of the database was not noticed, which freezes payouts", async () => {
    const [order, other] = [await awaiting(), await awaiting()];
    await later(1);
    await paidByFormer(order);
    await calledBack(order);
    const unknown = { error: { kind: "unknown_outcome", referenceId: order.referenceId } };
    expect(await equalTo(order)).toMatchObject(unknown);
    expect(sentenceKeyOf(await viewOf(order))).toBe("possiblySent");
    await pollDueOrders(await restored.as("job"));
    const paid = { submission: "accepted", status: "COMPLETED", discrepancyKind: "double" };
    expect(await orderOf(restored, order.referenceId)).toMatchObject(paid);
    // What the former database may have sent besides it is asked about as well.
    expect(await listFreezes(await restored.as("admin"))).toMatchObject([{ cause: "database_changed" }]);
    expect(await orderOf(restored, other.referenceId)).toMatchObject({ possiblySentUntil: restored.clock.now });
  });

  const queued = async () => approved(restored, await awaiting());
  const transactionIdOf = ({ referenceId }: Order) => service.transactionIdOf(referenceId);
  /** Declined after the restore, so that no change of the database marks it. */
  const ended = async () => {
    const order = await awaiting();
    await declined(order);
    return orderOf(restored, order.referenceId);
  };
  test.each([
    ["awaits approval", awaiting],
    ["is queued", queued],
    ["was declined", ended],
  ] as const)("freezes payouts where it %s and is looked up by its transaction ID", async (_, make) => {
    const [order, other] = [await make(), await awaiting()];
    await later(1);
    await paidByFormer(order);
    const id = await transactionIdOf(order);
    const support = await restored.as("support");
    // The freeze comes first: where it fails, nothing is believed, and the next look-up repeats it.
    await restored.pool.query("alter table freezes add constraint fails check (false) not valid");
    await expect(lookUpOrder(support, { id })).rejects.toThrow();
    expect(await orderOf(restored, order.referenceId)).toMatchObject({ submission: order.submission, status: null });
    await restored.pool.query("alter table freezes drop constraint fails");
    expect(await lookUpOrder(support, { id })).toMatchObject({
      value: { referenceId: order.referenceId, isNew: false },
    });
    expect(await listFreezes(await restored.as("admin"))).toMatchObject([{ cause: "database_changed" }]);
    expect(await orderOf(restored, other.referenceId)).toMatchObject({ possiblySentUntil: restored.clock.now });
    const paid = { submission: "accepted", status: "COMPLETED" };
    expect(await orderOf(restored, order.referenceId)).toMatchObject(paid);
  });

  test("freezes nothing where it is looked up by its transaction ID after the change was noticed", async () => {
    const order = await awaiting();
    await paidByFormer(order);
    await later(1);
    await noticed();
    const id = await transactionIdOf(order);
    await lookUpOrder(await restored.as("support"), { id });
    expect(await orderOf(restored, order.referenceId)).toMatchObject({ discrepancyKind: "double" });
    expect(await listFreezes(await restored.as("admin"))).toEqual([]);
  });

  test("freezes nothing where it is being sent while it is looked up by its transaction ID", async () => {
    const order = await queued();
    const job = await restored.as("job");
    const transaction = async () => {
      expect(await send(order)).toBe("accepted");
      return job.api.transaction(order.referenceId);
    };
    // The look-up began before the order had a transaction ID.
    const looked = await lookUpOrder({ ...job, api: { ...job.api, transaction } }, { id: "unknown yet" });
    expect(looked).toMatchObject({ value: { referenceId: order.referenceId } });
    expect(await frozen()).toBe(0);
    expect(await orderOf(restored, order.referenceId)).toMatchObject({ submission: "accepted", discrepancyAt: null });
  });

  test("is imported by its transaction ID as an order that was recorded before", async () => {
    const order = await awaiting();
    await paidByFormer(order);
    await imported([await transactionIdOf(order)]);
    const { rows } = await restored.pool.query(`select finding, reference_id as "referenceId" from backfill_rows`);
    expect(rows).toEqual([{ finding: "held_before", referenceId: order.referenceId }]);
    expect(await frozen()).toBe(1);
  });

  test.each([
    ["awaits approval", awaiting, false],
    ["awaits approval and was called back without a signature before", awaiting, true],
    ["is queued", queued, false],
    ["is queued and was called back without a signature before", queued, true],
  ] as const)("freezes payouts with a signed callback where it %s", async (_, make, isAskedBefore) => {
    const [order, other] = [await make(), await awaiting()];
    await later(1);
    if (isAskedBefore) await calledBack(order);
    await calledBack(order, true);
    const paid = { submission: "accepted", status: "COMPLETED" };
    expect(await orderOf(restored, order.referenceId)).toMatchObject(paid);
    expect(await listFreezes(await restored.as("admin"))).toMatchObject([{ cause: "database_changed" }]);
    expect(await orderOf(restored, other.referenceId)).toMatchObject({ possiblySentUntil: restored.clock.now });
  });

  test("freezes payouts once with a signed callback in the moment in which it was created", async () => {
    const order = await awaiting();
    await calledBack(order, true);
    expect(await orderOf(restored, order.referenceId)).toMatchObject({ submission: "accepted" });
    expect(await frozen()).toBe(1);
  });

  test("freezes payouts once where two that process callbacks find it together", async () => {
    const [order, job] = [await awaiting(), await restored.as("job")];
    await Promise.all([freezeUnlessNoticed(job, [order]), freezeUnlessNoticed(job, [order])]);
    expect(await frozen()).toBe(1);
  });

  test("freezes nothing with a signed callback where the change was noticed before", async () => {
    const order = await awaiting();
    await later(1);
    await noticed();
    await calledBack(order, true);
    expect(await orderOf(restored, order.referenceId)).toMatchObject({ discrepancyKind: "double" });
    expect(await listFreezes(await restored.as("admin"))).toEqual([]);
  });

  test("goes on as before where its callback was forged, and is not sent meanwhile where it was queued", async () => {
    const [order, waiting] = [await awaiting(), await queued()];
    await later(1);
    for (const one of [order, waiting]) await calledBack(one);
    expect(await orderOf(restored, waiting.referenceId)).toMatchObject({ submission: "unknown" });
    await checked([order, waiting], [0, EXPIRED_MINUTES, 2]);
    const unmarked = { submission: "awaiting_approval", possiblySentUntil: null };
    expect(await orderOf(restored, order.referenceId)).toMatchObject(unmarked);
    expect(await orderOf(restored, waiting.referenceId)).toMatchObject({ submission: "not_created" });
    expect(await listFreezes(await restored.as("admin"))).toEqual([]);
    expect(await send(await approved(restored, order))).toBe("accepted");
  });

  test("freezes payouts and marks the others once, however many are found while they are frozen", async () => {
    const foundAt = restored.clock.now.toISOString();
    const change = { differences: ["system_identifier" as const], foundAt, missing: [] };
    await freezeAfterChange(await restored.as("job"), change, null);
    await later(1);
    const [first, second, other] = [await awaiting(), await awaiting(), await awaiting()];
    await later(1);
    await calledBack(first, true);
    const marked = { possiblySentUntil: restored.clock.now };
    expect(await orderOf(restored, other.referenceId)).toMatchObject(marked);
    await later(1);
    await calledBack(second, true);
    expect(await orderOf(restored, other.referenceId)).toMatchObject(marked);
  });

  test.each([
    ["check", false],
    ["signed callback", true],
  ] as const)(
    "is recorded as sent elsewhere by a %s only after the freeze: one that fails is repeated",
    async (_, isSigned) => {
      const order = await awaiting();
      await later(1);
      await paidByFormer(order);
      const job = await restored.as("job");
      if (!isSigned) await calledBack(order);
      await restored.pool.query("alter table freezes add constraint fails check (false) not valid");
      await expect(isSigned ? calledBack(order, true) : checkOrderStatus(job, order)).rejects.toThrow();
      expect(await orderOf(restored, order.referenceId)).toMatchObject({
        submission: "awaiting_approval",
        status: null,
      });
      await restored.pool.query("alter table freezes drop constraint fails");
      await (isSigned ? processDeliveries(job) : checkOrderStatus(job, order));
      expect(await listFreezes(await restored.as("admin"))).toMatchObject([{ cause: "database_changed" }]);
      const paid = { submission: "accepted", status: "COMPLETED", discrepancyKind: "double" };
      expect(await orderOf(restored, order.referenceId)).toMatchObject(paid);
    },
  );

  test("freezes payouts once where two find it at the same time", async () => {
    const order = await awaiting();
    await later(1);
    const job = await restored.as("job");
    await Promise.all([freezeUnlessNoticed(job, [order]), freezeUnlessNoticed(job, [order])]);
    expect(await frozen()).toBe(1);
  });

  test("freezes the other environment as well where its freeze failed at first", async () => {
    const order = await awaiting();
    const { type, currency, amount, createdAt, updatedAt } = order;
    const values = {
      environment: "production",
      referenceId: "P-1",
      type,
      currency,
      amount,
      createdAt,
      updatedAt,
    } as const;
    await restored.db.insert(transactions).values(values);
    await later(1);
    await restored.pool.query("alter table freezes add constraint fails check (environment <> 'production') not valid");
    await expect(calledBack(order, true)).rejects.toThrow();
    await restored.pool.query("alter table freezes drop constraint fails");
    await processDeliveries(await restored.as("job"));
    const { rows } = await restored.pool.query("select environment::text from freezes order by 1");
    expect(rows).toEqual([{ environment: "production" }, { environment: "sandbox" }]);
  });

  test("freezes nothing with an answer about another order", async () => {
    const [order, another] = [await awaiting(), await awaiting()];
    await later(1);
    await paidByFormer(another);
    await calledBack(order);
    const job = await restored.as("job");
    const api = { ...job.api, transaction: () => job.api.transaction(another.referenceId) };
    expect(await checkOrderStatus({ ...job, api }, order)).toMatchObject({ value: { said: null } });
    expect(await listFreezes(await restored.as("admin"))).toEqual([]);
  });

  test("is no other payout of which its approver is warned", async () => {
    const order = await awaiting();
    await noticed();
    const { advice } = (await getTransaction(await restored.as("approver"), order))!.withdrawal!.approval!;
    expect(advice.map(({ kind }) => kind)).not.toContain("unknown_outcome");
  });

  test("may be asked about by a person, and starts a check with an unsigned callback", async () => {
    const order = await awaiting();
    const ops = await restored.as("ops");
    expect(await checkOrderStatus(ops, order)).toMatchObject({ error: { kind: "not_sent_yet" } });
    await noticed();
    expect(await checkOrderStatus(ops, order)).toMatchObject({ value: { found: false } });
    await restored.db.transaction(async (tx) => {
      await tx.update(transactions).set({ nextPollAt: null }).where(eq(transactions.id, order.id));
      await scheduleNextPoll(tx, await restored.as("job"), order.id, "hinted");
    });
    expect((await orderOf(restored, order.referenceId)).nextPollAt).not.toBeNull();
  });

  test("is not said to be unsent, nor requested again, until checks have answered that it was not created", async () => {
    const order = await awaiting();
    await noticed();
    await declined(order);
    expect(sentenceKeyOf(await viewOf(order))).toBe("possiblySent");
    // As a row of a list, too.
    expect(evidenceOf(transactionRow(await orderOf(restored, order.referenceId))).source).toBe("none");
    const equal = () => equalTo(order);
    const unknown = { error: { kind: "unknown_outcome", referenceId: order.referenceId } };
    expect(await equal()).toMatchObject(unknown);
    const job = await restored.as("job");
    // Before all that the former database sent has expired, an answer proves nothing.
    for (const minutes of [0, 2]) {
      await later(minutes);
      await checkOrderStatus(job, order);
    }
    expect(sentenceKeyOf(await viewOf(order))).toBe("possiblySent");
    for (const minutes of [EXPIRED_MINUTES, 2]) {
      await later(minutes);
      await checkOrderStatus(job, order);
    }
    expect(await orderOf(restored, order.referenceId)).toMatchObject({
      ...{ submission: "declined", possiblySentUntil: null, nextPollAt: null },
    });
    const view = await viewOf(order);
    expect(sentenceKeyOf(view)).toBe("declined");
    expect(view.timeline).toContainEqual(expect.objectContaining({ action: "submission.not_sent_elsewhere" }));
    expect(await equal()).toMatchObject({ ok: true });
  });

  test("is disproved without people where the service does not state its time: it never left here", async () => {
    const order = await awaiting();
    await noticed();
    const job = await restored.as("job");
    for (const minutes of [0, EXPIRED_MINUTES, 2]) {
      await later(minutes, false);
      await checkOrderStatus(job, order);
    }
    const unmarked = { submission: "awaiting_approval", possiblySentUntil: null };
    expect(await orderOf(restored, order.referenceId)).toMatchObject(unmarked);
    expect(await send(await approved(restored, order))).toBe("accepted");
    expect(await playerOrders([order.referenceId])).toBe(1);
  });

  test("is corrected under an ID that no lost database had, and sent once what that one sent has expired", async () => {
    const order = await awaiting();
    await noticed();
    await declined(order);
    const newer = await approvedCorrection(order);
    expect(newer).toMatchObject({ submission: "queued", possiblySentUntil: null });
    expect(await send(newer)).toBe("waits");
    expect(await playerOrders([order.referenceId, newer.referenceId])).toBe(0);
    await later(EXPIRED_MINUTES);
    expect(await send(newer)).toBe("accepted");
    expect(await playerOrders([order.referenceId, newer.referenceId])).toBe(1);
  });

  async function rejected() {
    const order = await approved(restored, await awaiting());
    await refused();
    expect(await send(order)).toBe("rejected");
    return { order, next: { ...order, referenceId: nextReferenceId(order.referenceId) } };
  }
  const replacedBy = ({ referenceId }: Order) => ({ ok: false, error: { kind: "replaced", referenceId } });

  test("is not corrected where it was rejected, and the former database reissued it", async () => {
    const { order, next } = await rejected();
    await paidByFormer(next);
    await noticed();
    await later(EXPIRED_MINUTES);
    expect(await correct(order)).toEqual(replacedBy(next));
    expect(await orderOf(restored, next.referenceId)).toMatchObject({ status: "COMPLETED", replaces: order.id });
    expect(await viewOf(order)).toMatchObject({
      submission: "rejected",
      conflict: false,
      replacedBy: next.referenceId,
    });
  });

  test.each([
    ["complete", 1],
    ["cancel", 1],
    ["complete", 2],
  ] as const)(
    "has its correction stopped where the former database reissued it (%s, %i), though no change was noticed",
    async (how, times) => {
      const { order, next: first } = await rejected();
      const next = times === 1 ? first : { ...first, referenceId: nextReferenceId(first.referenceId) };
      await paidByFormer(next, how);
      const made = await correct(order);
      if (!made.ok) throw new Error(made.error.kind);
      const newer = await approved(restored, await orderOf(restored, made.value.referenceId));
      expect(await send(newer)).toBe("stopped");
      expect(await playerOrders([order.referenceId, next.referenceId, newer.referenceId])).toBe(1);
      expect(await listFreezes(await restored.as("admin"))).toMatchObject([{ cause: "database_changed" }]);
      expect(await orderOf(restored, newer.referenceId)).toMatchObject({ discrepancyKind: "double" });
    },
  );

  test("is corrected and sent where no other database reissued it", async () => {
    const { order } = await rejected();
    const newer = await approvedCorrection(order);
    expect(await send(newer)).toBe("accepted");
    expect(await playerOrders([order.referenceId, newer.referenceId])).toBe(1);
    expect(await listFreezes(await restored.as("admin"))).toEqual([]);
  });

  test("was replaced by a reissue that was imported", async () => {
    const { order, next } = await rejected();
    await paidByFormer(next);
    await noticed();
    await imported([next.referenceId]);
    const { referenceId } = order;
    expect(await reissueWithdrawal(await restored.as("ops"), { referenceId })).toEqual(replacedBy(next));
    expect(await correct(order)).toEqual(replacedBy(next));
    expect(await orderOf(restored, next.referenceId)).toMatchObject({ status: "COMPLETED", replaces: order.id });
  });

  test("is corrected, and not sent again under the ID that is taken, where the former database's reissue failed", async () => {
    const { order, next } = await rejected();
    await paidByFormer(next, "fail");
    await later(1);
    await noticed();
    await later(EXPIRED_MINUTES);
    const { referenceId } = order;
    expect(await reissueWithdrawal(await restored.as("ops"), { referenceId })).toEqual(replacedBy(next));
    expect(await orderOf(restored, next.referenceId)).toMatchObject({ status: "FAILED", replaces: null });
    const newer = await approvedCorrection(order);
    expect(await send(newer)).toBe("accepted");
    expect(await orderOf(restored, newer.referenceId)).toMatchObject({ replaces: order.id, discrepancyAt: null });
  });

  /** `minutes`: after which the orders are checked. */
  async function checked(orders: Order[], minutes: number[]) {
    for (const more of minutes) {
      await later(more);
      for (const order of orders) await checkOrderStatus(await restored.as("job"), order);
    }
  }
  const frozen = async () =>
    (await restored.pool.query("select from audit_events where action = 'payouts.frozen'")).rowCount;

  test("is sent once it was approved where the reissue of the former database failed", async () => {
    const order = await awaiting();
    await paidByFormer({ ...order, referenceId: nextReferenceId(order.referenceId) }, "fail");
    await later(1);
    await noticed();
    await checked([order], [0, EXPIRED_MINUTES, 2]);
    expect(await orderOf(restored, order.referenceId)).toMatchObject({
      ...{ submission: "awaiting_approval", possiblySentUntil: null, discrepancyAt: null },
    });
    expect(await send(await approved(restored, await orderOf(restored, order.referenceId)))).toBe("accepted");
  });

  test.each([
    ["complete", 2],
    ["fail", 1],
  ] as const)(
    "freezes payouts once where a lost reissue (%s) is newer than the open freeze: %i times in all",
    async (how, times) => {
      const [order, other] = [await awaiting(), await awaiting()];
      const job = await restored.as("job");
      const foundAt = restored.clock.now.toISOString();
      await freezeAfterChange(job, { differences: ["system_identifier"], foundAt, missing: [] }, null);
      await later(1);
      await paidByFormer({ ...order, referenceId: nextReferenceId(order.referenceId) }, how);
      await checked([order, other], [0, ...[1, 2, 3].flatMap(() => [EXPIRED_MINUTES, 2])]);
      expect(await frozen()).toBe(times);
      expect(await orderOf(restored, order.referenceId)).toMatchObject({
        ...{ submission: how === "fail" ? "awaiting_approval" : "stopped", possiblySentUntil: null },
      });
      expect(await orderOf(restored, other.referenceId)).toMatchObject({ possiblySentUntil: null });
    },
  );

  test.each([1, 2])("is stopped where the former database sent it and %i reissues", async (times) => {
    const order = await awaiting();
    const next = Array.from({ length: times }).reduce<Order>(
      (one) => ({ ...one, referenceId: nextReferenceId(one.referenceId) }),
      order,
    );
    await paidByFormer(next);
    await later(1);
    await noticed();
    const job = await restored.as("job");
    for (const minutes of [0, EXPIRED_MINUTES, 2]) {
      await later(minutes);
      await checkOrderStatus(job, order);
    }
    expect(await viewOf(order)).toMatchObject({
      ...{ submission: "stopped", discrepancyKind: "double", replacedBy: next.referenceId, possiblySentUntil: null },
      timeline: expect.arrayContaining([expect.objectContaining({ action: "submission.replaced_elsewhere" })]),
    });
    expect(await send(order)).toBe("taken");
    expect(await playerOrders([order.referenceId, next.referenceId])).toBe(1);
  });

  test("keeps its mark while the service does not answer about its reissue", async () => {
    const order = await awaiting();
    await noticed();
    const job = await restored.as("job");
    for (const minutes of [0, EXPIRED_MINUTES]) {
      await later(minutes);
      await checkOrderStatus(job, order);
    }
    await later(2);
    const silent = {
      ...job.api,
      transaction: async (id: string) => {
        if (id !== order.referenceId) await service.misbehave({ path: "/transactions", kind: "drop", when: "before" });
        return job.api.transaction(id);
      },
    };
    await checkOrderStatus({ ...job, api: silent }, order);
    const marked = { possiblySentUntil: expect.any(Date), nextPollAt: expect.any(Date) };
    expect(await orderOf(restored, order.referenceId)).toMatchObject(marked);
    await later(2);
    await checkOrderStatus(job, order);
    expect(await orderOf(restored, order.referenceId)).toMatchObject({ possiblySentUntil: null });
  });

  /** Reissued as the former database may have done, whose ID for it was the same. */
  async function reissued() {
    const order = await approved(restored, await awaiting());
    await service.misbehave({ path: "/withdraw", kind: "drop", when: "before" });
    expect(await send(order)).toBe("unknown");
    for (const minutes of [11, 2]) {
      await later(minutes);
      await checkOrderStatus(await restored.as("job"), order);
    }
    await noticed();
    const next = { ...order, referenceId: nextReferenceId(order.referenceId) };
    const reissue = async () => {
      const made = await reissueWithdrawal(await restored.as("ops"), { referenceId: order.referenceId });
      expect(made).toMatchObject({ value: { referenceId: next.referenceId } });
      return orderOf(restored, next.referenceId);
    };
    return { next, reissue };
  }

  test("is not said to be unsent when its reissue was declined, which the former database may have paid", async () => {
    const { next, reissue } = await reissued();
    await later(EXPIRED_MINUTES);
    const newer = await reissue();
    // The service shows it late.
    await paidByFormer(next);
    expect(newer).toMatchObject({ submission: "awaiting_approval", nextPollAt: restored.clock.now });
    await declined(newer);
    const view = await viewOf(newer);
    expect([sentenceKeyOf(view), evidenceOf(view).source]).toEqual(["possiblySent", "none"]);
    expect(await equalTo(newer)).toMatchObject({
      error: { kind: "unknown_outcome", referenceId: newer.referenceId },
    });
    await checkOrderStatus(await restored.as("job"), newer);
    const paid = { submission: "accepted", status: "COMPLETED", discrepancyKind: "double" };
    expect(await orderOf(restored, newer.referenceId)).toMatchObject(paid);
    expect(await playerOrders([newer.referenceId])).toBe(1);
  });

  test("freezes nothing where its reissue is looked up by its transaction ID, which was marked when it was made", async () => {
    const { next, reissue } = await reissued();
    await later(EXPIRED_MINUTES);
    const before = await frozen();
    const newer = await reissue();
    await paidByFormer(next);
    await lookUpOrder(await restored.as("support"), { id: await transactionIdOf(newer) });
    expect(await orderOf(restored, newer.referenceId)).toMatchObject({
      submission: "accepted",
      discrepancyKind: "double",
    });
    expect(await frozen()).toBe(before);
  });

  test("is asked about as its reissue, also after that was stopped in the queue", async () => {
    const { reissue } = await reissued();
    await later(EXPIRED_MINUTES);
    const newer = await approved(restored, await reissue());
    await restored.db.update(transactions).set({ nextPollAt: null }).where(eq(transactions.id, newer.id));
    const stopped = await stopOrder(await restored.as("ops"), { referenceId: newer.referenceId, reason: "not now" });
    expect(stopped).toMatchObject({ ok: true });
    expect(sentenceKeyOf(await viewOf(newer))).toBe("possiblySent");
    expect((await orderOf(restored, newer.referenceId)).nextPollAt).not.toBeNull();
  });
});

test("an order that another instance sends while it is looked up is no sign of a lost database", async () => {
  const order = await requested(restored);
  restored.clock.now = new Date(restored.clock.now.getTime() + 120_000);
  await service.setClock(restored.clock.now.getTime() - Date.now());
  const job = await restored.as("job");
  const other = {
    ...job.api,
    transaction: async (id: string) => {
      await sendWithdrawal(job, { transactionRow: order.id });
      return job.api.transaction(id);
    },
  };
  await sendWithdrawal({ ...job, api: other }, { transactionRow: order.id });
  expect(await listFreezes(await restored.as("admin"))).toEqual([]);
  expect(await atService([order.referenceId])).toEqual([order.referenceId]);
  expect(await submissions()).toMatchObject([{ submission: "accepted" }]);
});

describe("an order that is stopped while it is looked up", () => {
  const stop = async ({ referenceId }: Order) =>
    expect(await stopOrder(await restored.as("ops"), { referenceId, reason: "not now" })).toMatchObject({ ok: true });
  const turnedUp = { submission: "accepted", status: "COMPLETED", discrepancyKind: "double" };
  /** Queued, and looked up by its sender, as it has waited. */
  async function waiting() {
    const order = await requested(restored, ownAccount());
    expect(order.submission).toBe("queued");
    await later(2);
    return { order, job: await restored.as("job") };
  }
  /** Sent with a look-up that is answered, while the order is stopped. */
  async function sentAndStopped(order: Order, job: Ctx, isAnsweredAgain = true) {
    let asked = 0;
    const transaction = async (id: string) => {
      asked += 1;
      if (asked > 1 && !isAnsweredAgain)
        await service.misbehave({ path: "/transactions", kind: "drop", when: "before" });
      const answer = await job.api.transaction(id);
      if (asked === 1) await stop(order);
      return answer;
    };
    return sendWithdrawal({ ...job, api: { ...job.api, transaction } }, { transactionRow: order.id });
  }
  /** Sent with a look-up that is answered, and stopped before payouts are frozen. */
  const stoppedBeforeFreeze = (order: Order, job: Ctx) =>
    restored.db.transaction(async (tx) => {
      await lockFreezes(tx, "sandbox");
      const sent = sendWithdrawal(job, { transactionRow: order.id });
      // It may fail before the caller has it.
      sent.catch(() => undefined);
      await expect.poll(() => lockWaits(restored.pool)).toBe(1);
      await stop(order);
      return { sent };
    });

  test("freezes payouts and is a discrepancy where the service has it", async () => {
    const { order, job } = await waiting();
    await paidByFormer(order);
    expect(await sentAndStopped(order, job)).toBe("taken");
    expect(await orderOf(restored, order.referenceId)).toMatchObject(turnedUp);
    expect(await listFreezes(await restored.as("admin"))).toMatchObject([{ cause: "database_changed" }]);
    expect(await atService([order.referenceId])).toEqual([order.referenceId]);
  });

  test("is asked about again where the service has it, but does not answer the check that follows", async () => {
    const { order, job } = await waiting();
    await paidByFormer(order);
    await sentAndStopped(order, job, false);
    const view = await getTransaction(await restored.as("ops"), order);
    expect(view).toMatchObject({ submission: "stopped", status: null });
    expect(sentenceKeyOf(view!)).toBe("possiblySent");
    expect(await listFreezes(await restored.as("admin"))).toMatchObject([{ cause: "database_changed" }]);
    await later(2);
    await pollDueOrders(job);
    expect(await orderOf(restored, order.referenceId)).toMatchObject(turnedUp);
  });

  test("is asked about again, and freezes payouts, where the freeze failed at first", async () => {
    const { order, job } = await waiting();
    await paidByFormer(order);
    await restored.pool.query("alter table freezes add constraint fails check (false) not valid");
    await expect(sentAndStopped(order, job)).rejects.toThrow();
    await restored.pool.query("alter table freezes drop constraint fails");
    await pollDueOrders(job);
    expect(await orderOf(restored, order.referenceId)).toMatchObject(turnedUp);
    expect(await listFreezes(await restored.as("admin"))).toMatchObject([{ cause: "database_changed" }]);
  });

  test("is a discrepancy where it is stopped after the answer, before payouts are frozen", async () => {
    const { order, job } = await waiting();
    await paidByFormer(order);
    const { sent } = await stoppedBeforeFreeze(order, job);
    expect(await sent).toBe("taken");
    expect(await orderOf(restored, order.referenceId)).toMatchObject(turnedUp);
    expect(await listFreezes(await restored.as("admin"))).toMatchObject([{ cause: "database_changed" }]);
  });

  test("is asked about again where it is stopped after the answer, and the freeze fails", async () => {
    const { order, job } = await waiting();
    await paidByFormer(order);
    await restored.pool.query("alter table freezes add constraint fails check (false) not valid");
    const { sent } = await stoppedBeforeFreeze(order, job);
    await expect(sent).rejects.toThrow();
    await restored.pool.query("alter table freezes drop constraint fails");
    await pollDueOrders(job);
    expect(await orderOf(restored, order.referenceId)).toMatchObject(turnedUp);
    expect(await listFreezes(await restored.as("admin"))).toMatchObject([{ cause: "database_changed" }]);
  });

  test("stays stopped, and freezes nothing, where the service does not have it", async () => {
    const { order, job } = await waiting();
    expect(await sentAndStopped(order, job)).toBe("taken");
    expect(await orderOf(restored, order.referenceId)).toMatchObject({
      ...{ submission: "stopped", status: null, possiblySentUntil: null, nextPollAt: null, discrepancyAt: null },
    });
    expect(await listFreezes(await restored.as("admin"))).toEqual([]);
    expect(await atService([order.referenceId])).toEqual([]);
  });
});
