import { eq, ne } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transactions } from "@/drizzle/schema/transactions";
import { withdrawals } from "@/drizzle/schema/withdrawals";
import type { Ctx } from "@/lib/auth/context";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { resolveDiscrepancy } from "@/lib/transactions/discrepancies/resolve";
import { applyStatusReport } from "@/lib/transactions/status/apply-status-report";
import { stopOrder } from "@/lib/transactions/submission/stop";
import { adviceFor, adviceOn } from "@/lib/withdrawals/advice";
import { requestWithdrawal } from "@/lib/withdrawals/commands";
import { getTermsToCorrect, getTermsToRepeat } from "@/lib/withdrawals/queries";
import { advisedTerms, reviewedWithdrawal, withdrawalInput } from "@/lib/withdrawals/schema";
import { listSimilar } from "@/lib/withdrawals/similar";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { orderOf, requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
let job: Ctx;
let ops: Ctx;
beforeAll(async () => {
  service = await openService();
});
beforeEach(async () => {
  context = await openTestContext(service);
  job = await context.as("job");
  ops = await context.as("ops");
});
afterEach(async () => {
  await service.behave();
  await context.close();
});
afterAll(() => service.close());

type Order = Awaited<ReturnType<typeof requested>>;
type How = Parameters<Service["decide"]>[1];
const send = ({ id }: Order) => sendWithdrawal(job, { transactionRow: id });
const again = ({ referenceId }: Order) => orderOf(context, referenceId);
/** All others were shown in its review. What is corrected is no repeat of its correction. */
async function correct({ referenceId }: Order) {
  const others = await context.db.select().from(transactions).where(ne(transactions.referenceId, referenceId));
  const shownRepeats = others.map((other) => other.referenceId);
  const corrected = { ...typedForm(), corrects: referenceId, shownRepeats };
  return requestWithdrawal(ops, reviewedWithdrawal.parse(corrected));
}
const terms = (order: Order) => getTermsToCorrect(ops, order);

/** A payout that the service accepted, and ended like this. */
async function ended(how: How): Promise<Order> {
  const order = await requested(context);
  await send(order);
  await service.decide(order.referenceId, how);
  await checkOrderStatus(job, order);
  return again(order);
}

const corrected = async (order: Order) => {
  const made = await correct(order);
  if (!made.ok) throw new Error(made.error.kind);
  return orderOf(context, made.value.referenceId);
};

describe("a payout that ended unpaid at the service", () => {
  test.each(["fail", "cancel", "resolve"] as const)("is corrected and paid again (%s), once", async (how) => {
    const order = await ended(how);
    expect(await terms(order)).toMatchObject({ destinationAccount: typedForm().destinationAccount });
    const next = await corrected(order);
    expect(next.replaces).toBe(order.id);
    expect(await send(next)).toBe("accepted");
    expect(await correct(order)).toMatchObject({ error: { kind: "replaced", referenceId: next.referenceId } });
    expect(await terms(order)).toBeNull();
  });

  test("is not corrected where the service now says something else, or nothing", async () => {
    const failed = await ended("fail");
    await service.misbehave({ path: "/transactions", kind: "status", when: "before", status: 503, times: 5 });
    expect(await correct(failed)).toMatchObject({ error: { kind: "not_checked" } });
    await service.behave();
    const { api } = ops;
    const transaction: typeof api.transaction = async (id) => {
      const answer = await api.transaction(id);
      if (answer.result.ok) answer.result.value.status = "PENDING";
      return answer;
    };
    const form = withdrawalInput.parse({ ...typedForm(), corrects: failed.referenceId });
    const made = await requestWithdrawal({ ...ops, api: { ...api, transaction } }, form);
    expect(made).toMatchObject({ error: { kind: "turned_up" } });
    expect(await context.db.$count(transactions)).toBe(1);
    await context.db.update(transactions).set({ status: "PENDING" }).where(eq(transactions.id, failed.id));
    expect(await correct(failed)).toMatchObject({ error: { kind: "cannot_correct" } });
  });

  test("stops its replacement when it is reported as paid after all", async () => {
    for (const how of ["cancel", "fail"] as const) {
      const order = await ended(how);
      const next = await corrected(order);
      const paid = { source: "signed_callback", status: "COMPLETED" } as const;
      await context.db.transaction((tx) => applyStatusReport(tx, job, order.id, paid, {}));
      expect(await again(next)).toMatchObject({ submission: "stopped", discrepancyKind: "double" });
      expect((await again(order)).discrepancyAt).not.toBeNull();
      expect(await send(next)).not.toBe("accepted");
    }
  });

  test("is checked again directly before its replacement is sent", async () => {
    const order = await ended("fail");
    const next = await corrected(order);
    await service.misbehave({ path: "/transactions", kind: "status", when: "before", status: 503, times: 5 });
    expect(await send(next)).not.toBe("accepted");
    expect(await again(next)).toMatchObject({ submission: "queued" });
    await service.behave();
    expect(await send(next)).toBe("accepted");
  });

  test.each(["cancel", "resolve"] as const)("stays polled permanently once it was replaced (%s)", async (how) => {
    const order = await ended(how);
    await corrected(order);
    context.clock.now = new Date(context.clock.now.getTime() + 90 * 24 * 3_600_000);
    await checkOrderStatus(job, order);
    expect((await again(order)).nextPollAt).not.toBeNull();
  });
});

describe("never offered", () => {
  test.each([
    ["unknown", null],
    ["not_created", null],
    ["submitting", null],
    ["unknown", "FAILED"],
    ["accepted", "SUCCESS"],
    ["accepted", "PENDING"],
    ["accepted", "COMPLETED"],
    ["accepted", "SOMETHING_NEW"],
  ] as const)("while it is %s, %s", async (submission, status) => {
    const order = await requested(context);
    await context.db.update(transactions).set({ submission, status }).where(eq(transactions.id, order.id));
    expect(await terms(order)).toBeNull();
    expect(await correct(order)).toMatchObject({ error: { kind: "cannot_correct" } });
  });

  test("while reports contradict each other; after a person found that nothing was paid, it is", async () => {
    const order = await ended("fail");
    const paid = { source: "signed_callback", status: "COMPLETED" } as const;
    await context.db.transaction((tx) => applyStatusReport(tx, job, order.id, paid, {}));
    expect(await correct(order)).toMatchObject({ error: { kind: "cannot_correct" } });
    const finance = await context.as("finance");
    const decide = async (finding: "moved_once" | "not_moved") => {
      const seen = (await getTransaction(finance, order))?.discrepancy?.seen ?? null;
      return resolveDiscrepancy(finance, { referenceId: order.referenceId, finding, reason: "statement", seen });
    };
    expect(await decide("moved_once")).toMatchObject({ ok: true });
    expect(await correct(order)).toMatchObject({ error: { kind: "cannot_correct" } });

    const other = await ended("fail");
    await context.db.transaction((tx) => applyStatusReport(tx, job, other.id, paid, {}));
    const seen = (await getTransaction(finance, other))?.discrepancy?.seen ?? null;
    const found = { referenceId: other.referenceId, finding: "not_moved", reason: "statement", seen } as const;
    expect(await resolveDiscrepancy(finance, found)).toMatchObject({ ok: true });
    expect(await send(await corrected(other))).toBe("accepted");
  });
});

test("a payout that was declined or stopped is corrected, as what was sent back is", async () => {
  const declined = await requested(context);
  await context.db.update(transactions).set({ submission: "declined" }).where(eq(transactions.id, declined.id));
  expect((await corrected(declined)).replaces).toBe(declined.id);
  const stopped = await requested(context);
  await stopOrder(await context.as("approver"), { referenceId: stopped.referenceId, reason: "wrong account" });
  expect((await corrected(stopped)).replaces).toBe(stopped.id);
});

test("a correction is not warned of what it replaces, unless that may be paid", async () => {
  const order = await ended("fail");
  const form = { ...(await terms(order)), amount: "12000" };
  const asked = advisedTerms.parse({ ...form, corrects: order.referenceId });
  const repeat = (referenceId: string) => expect.objectContaining({ kind: "repeat", referenceId });
  expect(await adviceFor(ops, advisedTerms.parse(form))).toContainEqual(repeat(order.referenceId));
  expect((await adviceFor(ops, asked)).map(({ kind }) => kind)).not.toContain("repeat");
  const second = await requested(context);
  expect(await adviceFor(ops, asked)).toContainEqual(repeat(second.referenceId));
  await context.db.update(transactions).set({ submission: "declined" }).where(eq(transactions.id, second.id));
  // The approver of the correction sees the same.
  const replacement = await corrected(order);
  const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, replacement.id));
  const toApprover = async () => adviceOn(await context.as("approver"), replacement, intent!);
  expect((await toApprover()).map(({ kind }) => kind)).not.toContain("repeat");
  // It turns out paid.
  await context.db.update(transactions).set({ status: "COMPLETED" }).where(eq(transactions.id, order.id));
  expect(await toApprover()).toContainEqual(repeat(order.referenceId));
});

test("nor of what that replaced, in the form, at the request and for the approver", async () => {
  const endedOf = async (order: Order) => {
    await send(order);
    await service.decide(order.referenceId, "fail");
    await checkOrderStatus(job, order);
    return again(order);
  };
  const first = await endedOf(await requested(context));
  const second = await endedOf(await corrected(first));
  const asked = advisedTerms.parse({ ...(await terms(second)), amount: "12000", corrects: second.referenceId });
  expect((await adviceFor(ops, asked)).map(({ kind }) => kind)).not.toContain("repeat");
  expect(await listSimilar(ops, asked)).toEqual({ found: [] });
  expect((await listSimilar(ops, { ...asked, corrects: undefined })).found).toHaveLength(2);
  const form = { ...typedForm(), corrects: second.referenceId, shownRepeats: [] };
  const made = await requestWithdrawal(ops, reviewedWithdrawal.parse(form));
  if (!made.ok) throw new Error(made.error.kind);
  const third = await orderOf(context, made.value.referenceId);
  const [intent] = await context.db.select().from(withdrawals).where(eq(withdrawals.transactionRow, third.id));
  const toApprover = async () => adviceOn(await context.as("approver"), third, intent!);
  expect((await toApprover()).map(({ kind }) => kind)).not.toContain("repeat");
  // The first one turns out paid.
  await context.db.update(transactions).set({ status: "COMPLETED" }).where(eq(transactions.id, first.id));
  const repeat = expect.objectContaining({ kind: "repeat", referenceId: first.referenceId });
  expect(await toApprover()).toContainEqual(repeat);
  expect(await adviceFor(ops, asked)).toContainEqual(expect.objectContaining({ kind: "repeat" }));
  expect((await listSimilar(ops, asked)).found.map(({ order }) => order.referenceId)).toContain(first.referenceId);
});

describe("a paid payout, requested once more", () => {
  test("is a new request for the same recipient, with an amount of its own, and a repeat is warned of", async () => {
    const order = await ended("complete");
    const form = await getTermsToRepeat(ops, order);
    const { destination, destinationAccount } = typedForm();
    expect(form).toMatchObject({ destination, destinationAccount, amount: "", purpose: "", attachments: "" });
    expect(form?.filledPlayerId).toBe(form?.playerId);
    const unfinished = { ...typedForm(), ...form, formId: crypto.randomUUID() };
    expect(withdrawalInput.safeParse(unfinished).error?.issues.map(({ path }) => path[0])).toEqual(["amount"]);
    const asked = advisedTerms.parse({ ...form, amount: "12000" });
    expect(await adviceFor(ops, asked)).toContainEqual(expect.objectContaining({ kind: "repeat" }));
    const made = await requestWithdrawal(ops, withdrawalInput.parse({ ...unfinished, amount: "12000" }));
    if (!made.ok) throw new Error(made.error.kind);
    expect(await orderOf(context, made.value.referenceId)).toMatchObject({ replaces: null });
  });

  test("is offered for nothing else, and to no user who may not request", async () => {
    for (const how of ["fail", "cancel", "pend"] as const)
      expect(await getTermsToRepeat(ops, await ended(how))).toBeNull();
    expect(await getTermsToRepeat(ops, await requested(context))).toBeNull();
    const order = await ended("complete");
    await expect(getTermsToRepeat(await context.as("support"), order)).rejects.toThrow();
  });
});
