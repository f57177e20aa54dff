import { asc, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { attempts } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { checkOrderStatus, lookUpOrder } from "@/lib/transactions/commands";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { NOWHERE, openTestContext, type TestContext } from "../../support/context";
import { ownAccount } from "../../support/forms";
import { approved, orderOf, requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
let job: Ctx;

beforeAll(async () => {
  service = await openService();
  context = await openTestContext(service);
  job = await context.as("job");
});
afterEach(() => service.behave());
afterAll(async () => {
  await context.close();
  await service.close();
});

type Order = Awaited<ReturnType<typeof requested>>;
const send = ({ id }: Order, ctx = job) => sendWithdrawal(ctx, { transactionRow: id });
const ask = ({ referenceId }: Order, ctx = job) => checkOrderStatus(ctx, { referenceId });
const again = ({ referenceId }: Order) => orderOf(context, referenceId);
const atService = async ({ referenceId }: Order) =>
  (await service.orders()).filter((order) => order.referenceId === referenceId).length;
const attemptsOf = ({ id }: Order) =>
  context.db.select().from(attempts).where(eq(attempts.transactionRow, id)).orderBy(asc(attempts.number));

describe("sending a withdrawal", () => {
  test("a readable 200 is accepted, and not paid", async () => {
    const order = await requested(context, ownAccount());
    expect(await send(order)).toBe("accepted");
    const after = await again(order);
    expect(after).toMatchObject({ submission: "accepted", status: "SUCCESS", statusSource: "create_answer" });
    expect(after.transactionId).not.toBeNull();
    expect(after.fee).not.toBeNull();
    expect(after.nextPollAt).not.toBeNull();
  });

  test("the attempt is on record, word for word, with what came of it", async () => {
    const order = await requested(context, ownAccount());
    await send(order);
    const [attempt] = await attemptsOf(order);
    expect(attempt).toMatchObject({ number: 1, path: "/withdraw", outcome: "accepted" });
    expect(JSON.parse(attempt!.body)).toMatchObject({
      referenceId: order.referenceId,
      amount: "12000",
      nonce: attempt!.nonce,
    });
    expect(JSON.parse(attempt!.body).callbackUrl).toBe(
      `http://console.test/api/callbacks/sandbox/${order.callbackToken}`,
    );
  });

  test("the service's 400 is a refusal with its own words, and nothing exists", async () => {
    const order = await approved(context, await requested(context, { ...ownAccount(), amount: "9,999,999,999" }));
    expect(await send(order)).toBe("rejected");
    expect(await again(order)).toMatchObject({ submission: "rejected", status: null });
    expect(await atService(order)).toBe(0);
    const view = await getTransaction(await context.as("ops"), order);
    expect(view!.timeline[0]).toMatchObject({
      kind: "answered",
      outcome: "rejected",
      failure: { kind: "refused", status: 400 },
    });
  });

  test("what provably never left is queued again automatically", async () => {
    const order = await requested(context, ownAccount());
    const nowhere = await openTestContext(NOWHERE);
    const { api } = await nowhere.as("job");
    await nowhere.close();
    expect(await send(order, { ...job, api })).toBe("not_sent");
    expect(await again(order)).toMatchObject({ submission: "queued" });
    expect(await send(order)).toBe("accepted");
    expect(await atService(order)).toBe(1);
    expect((await attemptsOf(order)).map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, "not_sent"],
      [2, "accepted"],
    ]);
  });

  test("a request that a proxy sent twice is unknown, never refused, and is found", async () => {
    const order = await requested(context, ownAccount());
    const { api } = job;
    const sendWithdraw: typeof api.sendWithdraw = async (prepared) => {
      await api.sendWithdraw(prepared);
      return api.sendWithdraw(prepared);
    };
    expect(await send(order, { ...job, api: { ...api, sendWithdraw } })).toBe("unknown");
    expect(await atService(order)).toBe(1);
    await ask(order);
    expect(await again(order)).toMatchObject({ submission: "accepted", status: "SUCCESS" });
  });

  test("ten concurrent senders make one attempt and one order", async () => {
    const order = await requested(context, ownAccount());
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => send(order)));
    expect(outcomes.filter((outcome) => outcome === "accepted")).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === "taken")).toHaveLength(9);
    expect(await attemptsOf(order)).toHaveLength(1);
    expect(await atService(order)).toBe(1);
  });

  test("an altered record is not sent", async () => {
    const order = await requested(context, ownAccount());
    await context.db.update(transactions).set({ amount: "120000" }).where(eq(transactions.id, order.id));
    expect(await send(order)).toBe("altered");
    expect(await again(order)).toMatchObject({ discrepancyAt: expect.any(Date), discrepancyKind: "altered" });
    expect(await atService(order)).toBe(0);
  });
});

describe("an unknown outcome", () => {
  const done = [
    ["reset after it was created", { kind: "drop", when: "after" }],
    [
      "502 with a code, after it was created",
      { kind: "status", when: "after", status: 502, code: "KYC_NOT_REGISTERED" },
    ],
    ["503 as HTML, after it was created", { kind: "status", when: "after", status: 503, html: true }],
    ["a 200 that cannot be read", { kind: "unreadable" }],
    ["an undocumented 409", { kind: "status", when: "after", status: 409 }],
    ["an undocumented 429", { kind: "status", when: "after", status: 429 }],
  ] as const;

  test.each(done)("%s is unknown, is never sent again, and is found by asking", async (_what, fault) => {
    const order = await requested(context, ownAccount());
    await service.misbehave({ path: "/withdraw", ...fault });
    expect(await send(order)).toBe("unknown");
    expect(await again(order)).toMatchObject({ submission: "unknown", status: null });
    expect(await send(order)).toBe("taken");

    expect(await ask(order)).toMatchObject({ ok: true, value: { found: true } });
    expect(await again(order)).toMatchObject({ submission: "accepted", status: "SUCCESS", statusSource: "query" });
    expect(await atService(order)).toBe(1);
  });

  const undone = [
    ["reset before anything was created", { kind: "drop", when: "before" }],
    ["500 before anything was created", { kind: "status", when: "before", status: 500 }],
    ["504 before anything was created", { kind: "status", when: "before", status: 504 }],
  ] as const;

  test.each(undone)("%s is unknown too: not found proves nothing yet", async (_what, fault) => {
    const order = await requested(context, ownAccount());
    await service.misbehave({ path: "/withdraw", ...fault });
    expect(await send(order)).toBe("unknown");
    expect(await ask(order)).toMatchObject({ ok: true, value: { found: false } });
    expect(await again(order)).toMatchObject({ submission: "unknown", status: null });
    expect((await again(order)).nextPollAt).not.toBeNull();
    expect(await send(order)).toBe("taken");
    expect(await atService(order)).toBe(0);
  });

  test("after a sender died, the recovery job checks the status", async () => {
    const order = await requested(context, ownAccount());
    const killed = { ...job.api, sendWithdraw: () => Promise.reject(new Error("killed")) };
    await expect(send(order, { ...job, api: killed })).rejects.toThrow("killed");
    expect(await again(order)).toMatchObject({ submission: "submitting" });

    await recoverStuckOrders(job);
    expect(await again(order)).toMatchObject({ submission: "submitting" });
    const later = { ...job, now: () => new Date(context.clock.now.getTime() + 61_000) };
    await recoverStuckOrders(later);
    expect(await again(order)).toMatchObject({ submission: "unknown" });
    expect(await attemptsOf(order)).toMatchObject([{ number: 1, outcome: "unknown" }]);
  });
});

describe("after it was accepted", () => {
  async function accepted() {
    const order = await requested(context, ownAccount());
    await send(order);
    return order;
  }

  test.each([
    ["complete", "COMPLETED", "12330"],
    ["fail", "FAILED", null],
  ] as const)("%s at the service becomes %s here by asking, and then we stop asking", async (how, status, actual) => {
    const order = await accepted();
    await service.decide(order.referenceId, how);
    await ask(order);
    const after = await again(order);
    expect(after).toMatchObject({ status, statusSource: "query", nextPollAt: null });
    expect(after.actualAmount === null).toBe(actual === null);
  });

  test.each([
    ["cancel", "CANCELLED"],
    ["resolve", "RESOLVED"],
  ] as const)("%s at the service becomes %s here, and is watched for a month for a last word", async (how, status) => {
    const order = await accepted();
    await service.decide(order.referenceId, how);
    await ask(order);
    const closed = await again(order);
    expect(closed).toMatchObject({ status, statusSource: "query" });
    const gap = closed.nextPollAt!.getTime() - context.clock.now.getTime();
    expect(gap).toBeGreaterThan(40 * 60_000);
    expect(gap).toBeLessThan(2 * 3_600_000);

    const closedAt = context.clock.now;
    context.clock.now = new Date(closedAt.getTime() + 31 * 24 * 3_600_000);
    await service.setClock(context.clock.now.getTime() - Date.now());
    await ask(order);
    const monthLater = await again(order);
    context.clock.now = closedAt;
    await service.setClock(0);
    expect(monthLater).toMatchObject({ status, nextPollAt: null });
  });

  test("a service that does not answer changes nothing, and is checked again later", async () => {
    const order = await accepted();
    await service.misbehave({ path: "/transactions", kind: "status", when: "before", status: 503, html: true });
    expect(await ask(order)).toMatchObject({ ok: false, error: { kind: "no_answer" } });
    const after = await again(order);
    expect(after).toMatchObject({ status: "SUCCESS", statusSource: "create_answer" });
    expect(after.nextPollAt!.getTime()).toBeGreaterThan(context.clock.now.getTime());
  });

  test("the gap between status checks grows while nothing changes", async () => {
    const order = await accepted();
    const gaps: number[] = [];
    for (let look = 0; look < 6; look++) {
      await ask(order);
      gaps.push((await again(order)).nextPollAt!.getTime() - context.clock.now.getTime());
    }
    expect(gaps.at(-1)).toBeGreaterThan(3 * gaps[0]!);
  });

  test("a manual status check is on the timeline with the user's name", async () => {
    const order = await accepted();
    await ask(order, await context.as("support"));
    const view = await getTransaction(await context.as("support"), order);
    expect(view!.timeline).toContainEqual(
      expect.objectContaining({ kind: "did", by: "support", action: "transaction.check_requested" }),
    );
  });
});

describe("looking up an order that we do not hold", () => {
  test("queries the service, records the order, and finds it by either ID", async () => {
    const order = await requested(context, ownAccount());
    await send(order);
    const { transactionId } = await again(order);
    const elsewhere = await openTestContext(service);
    const support = await elsewhere.as("support");

    expect(await lookUpOrder(support, { id: transactionId! })).toEqual({
      ok: true,
      value: { referenceId: order.referenceId, isNew: true },
    });
    expect(await lookUpOrder(support, { id: order.referenceId })).toMatchObject({ value: { isNew: false } });
    expect(await orderOf(elsewhere, order.referenceId)).toMatchObject({
      submission: null,
      status: "SUCCESS",
      amount: "12000",
    });
    expect(await elsewhere.db.$count(transactions, eq(transactions.referenceId, order.referenceId))).toBe(1);
    await elsewhere.close();
  });

  test("an unknown id is not found; a service that is down gives no such answer", async () => {
    const support = await context.as("support");
    expect(await lookUpOrder(support, { id: "unknown" })).toEqual({ ok: false, error: { kind: "not_found" } });
    await service.misbehave({ path: "/transactions", kind: "drop", when: "before" });
    expect(await lookUpOrder(support, { id: "unknown" })).toMatchObject({
      ok: false,
      error: { kind: "no_answer" },
    });
  });
});
