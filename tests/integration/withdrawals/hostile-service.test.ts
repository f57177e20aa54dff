import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditEvents } from "@/drizzle/schema/audit";
import { discrepancies } from "@/drizzle/schema/discrepancies";
import { attempts, exchanges } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import type { Created } from "@/lib/payments-api/shapes";
import { ok } from "@/lib/result";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { pollDueOrders } from "@/lib/transactions/polling/run";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { reissueWithdrawal, requestWithdrawal } from "@/lib/withdrawals/commands";
import { withdrawalInput } from "@/lib/withdrawals/schema";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { openTestContext, type TestContext } from "../../support/context";
import { typedForm } from "../../support/forms";
import { jobsFor, orderOf, requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
let job: Ctx;
let ops: Ctx;
let start: Date;

beforeAll(async () => {
  service = await openService();
});
beforeEach(async () => {
  start = new Date();
  context = await openTestContext(service);
  job = await context.as("job");
  ops = await context.as("ops");
});
afterEach(async () => {
  await service.behave();
  await service.setClock(0);
  await context.close();
});
afterAll(() => service.close());

type Order = Awaited<ReturnType<typeof requested>>;
const send = ({ id }: Order) => sendWithdrawal(job, { transactionRow: id });
const ask = ({ referenceId }: Order) => checkOrderStatus(job, { referenceId });
const reissue = ({ referenceId }: Order) => reissueWithdrawal(ops, { referenceId });
const correct = ({ referenceId }: Order, form = typedForm({ amount: "11,000" })) =>
  requestWithdrawal(ops, withdrawalInput.parse({ ...form, corrects: referenceId }));
const again = ({ referenceId }: Order) => orderOf(context, referenceId);
const clocksFor = async (order: Order) => (await getTransaction(ops, order))!.proof?.clocks;
const atService = async ({ referenceId }: Order) =>
  (await service.orders()).map((one) => one.referenceId).filter((id) => id.startsWith(referenceId));
const silent = () => service.misbehave({ path: "/transactions", kind: "drop", when: "before" });
const doublesOf = ({ id }: Order) =>
  context.db.$count(discrepancies, and(eq(discrepancies.transactionRow, id), eq(discrepancies.kind, "double")));

/** All clocks, so many seconds after the test began; the service's answers may tell a later time. */
async function at(seconds: number, toldAheadMs = 0) {
  context.clock.now = new Date(start.getTime() + seconds * 1000);
  await service.setClock(seconds * 1000 - (Date.now() - start.getTime()), true, toldAheadMs);
}

async function lost(): Promise<Order> {
  const order = await requested(context);
  await service.misbehave({ path: "/withdraw", kind: "drop", when: "before" });
  expect(await send(order)).toBe("unknown");
  return order;
}

async function notCreated(): Promise<Order> {
  const order = await lost();
  for (const seconds of [635, 700]) {
    await at(seconds);
    await ask(order);
  }
  expect(await again(order)).toMatchObject({ submission: "not_created" });
  return order;
}

/** Answered 400 although the order exists; its callback is lost. */
async function rejectedAndMade(): Promise<Order> {
  const order = await requested(context);
  await service.misbehave({ path: "/withdraw", kind: "status", when: "after", status: 400 });
  expect(await send(order)).toBe("rejected");
  expect(await atService(order)).toEqual([order.referenceId]);
  return order;
}

/** An order is made of a request that should have been refused, against the service's own rule. */
async function arrivesLate({ id }: Order) {
  const [attempt] = await context.db.select().from(attempts).where(eq(attempts.transactionRow, id));
  await job.api.sendWithdraw(job.api.prepareWithdraw(JSON.parse(attempt!.body)));
}

describe("a service whose answers tell a time 290 s ahead of the clock by which it accepts", () => {
  const AHEAD_MS = 290_000;

  test("is not believed while it still accepts the request, and a look finds what arrived", async () => {
    const order = await lost();
    for (const seconds of [45, 60, 116, 180]) {
      await at(seconds, AHEAD_MS);
      await ask(order);
      expect(await again(order)).toMatchObject({ submission: "unknown" });
    }
    expect(await clocksFor(order)).toEqual(["own", "accepting"]);
    expect(await reissue(order)).toEqual({ ok: false, error: { kind: "may_exist" } });

    // Held up on its way for three minutes, in the very bytes that left.
    const [attempt] = await context.db.select().from(attempts).where(eq(attempts.transactionRow, order.id));
    const arrived = await job.api.sendWithdraw({ ...attempt!, path: "/withdraw" });
    expect(arrived.result.ok).toBe(true);
    await at(700, AHEAD_MS);
    await ask(order);
    expect(await again(order)).toMatchObject({ submission: "accepted" });
    expect(await atService(order)).toEqual([order.referenceId]);
  });

  test("is believed later than one that tells our time, and later still after a restart", async () => {
    const order = await lost();
    await at(100, AHEAD_MS);
    await ask(order);
    context.clock.process = "restarted";
    for (const [seconds, clocks] of [
      [600, ["own", "accepting"]],
      [1_229, ["own"]],
      [1_235, []],
    ] as const) {
      await at(seconds, AHEAD_MS);
      await ask(order);
      expect([seconds, await clocksFor(order)]).toEqual([seconds, clocks]);
    }
    await at(1_300, AHEAD_MS);
    await ask(order);
    expect(await again(order)).toMatchObject({ submission: "not_created" });
  });
});

test("our own clock that is set forward, and the service's with it, proves nothing", async () => {
  const order = await lost();
  context.clock.jumpedMs = 600_000;
  for (const seconds of [635, 700, 770]) {
    await at(seconds);
    await ask(order);
  }
  expect(await clocksFor(order)).toEqual(["own"]);
});

describe("an order that the service made after it was called not created", () => {
  test("is found as it is about to be sent again, and is not", async () => {
    const order = await notCreated();
    await arrivesLate(order);
    expect(await reissue(order)).toEqual({ ok: false, error: { kind: "turned_up" } });
    expect(await again(order)).toMatchObject({ submission: "accepted", discrepancyKind: "double" });
    expect(await reissue(order)).toEqual({ ok: false, error: { kind: "may_exist" } });
    expect(await atService(order)).toEqual([order.referenceId]);
  });

  test("is not sent again while the service does not say whether it is there", async () => {
    const order = await notCreated();
    await silent();
    expect(await reissue(order)).toEqual({ ok: false, error: { kind: "not_checked" } });
    // Not found is no answer either, where a known order is not found: this is another address, or another environment.
    await service.misbehave({ path: "/balance", kind: "drop", when: "before" });
    expect(await reissue(order)).toEqual({ ok: false, error: { kind: "not_checked" } });
    expect(await context.db.$count(transactions)).toBe(1);
    expect(await reissue(order)).toMatchObject({ ok: true });
  });

  test("stops what waits in its place, directly before that would leave", async () => {
    const order = await notCreated();
    await reissue(order);
    const newer = await orderOf(context, `${order.referenceId}-2`);
    await arrivesLate(order);
    expect(await send(newer)).toBe("stopped");
    expect(await again(newer)).toMatchObject({ submission: "stopped", discrepancyKind: "double" });
    expect(await again(order)).toMatchObject({ submission: "accepted", discrepancyKind: "double" });
    expect(await atService(order)).toEqual([order.referenceId]);
    expect(await context.db.$count(attempts, eq(attempts.transactionRow, newer.id))).toBe(0);
  });

  test("stops the third in line as well, of which it is not the one before", async () => {
    const order = await notCreated();
    await reissue(order);
    const second = await orderOf(context, `${order.referenceId}-2`);
    await service.misbehave({ path: "/withdraw", kind: "status", when: "before", status: 400 });
    expect(await send(second)).toBe("rejected");
    expect(await reissue(second)).toMatchObject({ ok: true });
    await arrivesLate(order);
    const third = await orderOf(context, `${order.referenceId}-3`);
    expect(await send(third)).toBe("stopped");
    expect([await doublesOf(order), await doublesOf(third)]).toEqual([1, 1]);
    expect(await atService(order)).toEqual([order.referenceId]);
  });

  test("keeps what waits in its place waiting, as long as the service does not say", async () => {
    const order = await notCreated();
    await reissue(order);
    const newer = await orderOf(context, `${order.referenceId}-2`);
    const { api } = job;
    const transaction: typeof api.transaction = async (id) => {
      if (id === order.referenceId) await silent();
      return api.transaction(id);
    };
    expect(await sendWithdrawal({ ...job, api: { ...api, transaction } }, { transactionRow: newer.id })).toBe("waits");
    expect(await again(newer)).toMatchObject({ submission: "queued" });
    expect(await jobsFor(context, newer.id)).toContain("send-withdrawal");
    expect(await atService(order)).toEqual([]);
    expect(await send(newer)).toBe("accepted");
  });
});

describe("a sender that was suspended before its request left, until the order was called not created and sent again", () => {
  /** What happens at the sender between its claim and its request; the answer is then the service's own. */
  const suspended = (order: Order, meanwhile: () => Promise<unknown>, answer = (created: Created) => created) =>
    sendWithdrawal(
      {
        ...job,
        api: {
          ...job.api,
          sendWithdraw: async () => {
            await at(61);
            await recoverStuckOrders(job);
            for (const seconds of [62, 800, 900]) {
              await at(seconds);
              await ask(order);
            }
            expect(await again(order)).toMatchObject({ submission: "not_created" });
            expect(await reissue(order)).toMatchObject({ ok: true });
            await meanwhile();
            const [attempt] = await context.db.select().from(attempts).where(eq(attempts.transactionRow, order.id));
            const came = await job.api.sendWithdraw(job.api.prepareWithdraw(JSON.parse(attempt!.body)));
            return came.result.ok ? { ...came, result: ok(answer(came.result.value)) } : came;
          },
        },
      },
      { transactionRow: order.id },
    );

  const CREATED: [string, (created: Created) => Created][] = [
    ["accepted", (created) => created],
    ["already paid, which is a hint only", (created) => ({ ...created, status: "COMPLETED" })],
    ["of another amount", (created) => ({ ...created, amount: "1" })],
  ];

  test.each(CREATED)("flags both where both have left, and the answer is: %s", async (_what, answer) => {
    const order = await requested(context);
    const newer = () => orderOf(context, `${order.referenceId}-2`);
    const left = async () => expect(await send(await newer())).toBe("accepted");
    expect(await suspended(order, left, answer)).toBe("accepted");
    expect(await again(order)).toMatchObject({ submission: "accepted", discrepancyKind: "double" });
    expect(await newer()).toMatchObject({ submission: "accepted", discrepancyKind: "double" });
    expect([await doublesOf(order), await doublesOf(await newer())]).toEqual([1, 1]);
    const recorded = and(eq(auditEvents.action, "discrepancy.recorded"), eq(auditEvents.subject, order.referenceId));
    expect(await context.db.$count(auditEvents, recorded)).toBeGreaterThan(0);

    await ask(order);
    expect(await doublesOf(order)).toBe(1);
  });

  test.each(CREATED)("stops what waits in its place, and the answer is: %s", async (_what, answer) => {
    const order = await requested(context);
    const newer = () => orderOf(context, `${order.referenceId}-2`);
    expect(await suspended(order, async () => {}, answer)).toBe("accepted");
    expect(await newer()).toMatchObject({ submission: "stopped", discrepancyKind: "double" });
    expect(await again(order)).toMatchObject({ submission: "accepted", discrepancyKind: "double" });
    expect(await send(await newer())).toBe("taken");
    expect(await atService(order)).toEqual([order.referenceId]);
  });
});

describe("a service that gives an order the transaction ID of another", () => {
  const named = (transactionId: string): Ctx => ({
    ...job,
    api: {
      ...job.api,
      sendWithdraw: async (prepared) => {
        const came = await job.api.sendWithdraw(prepared);
        return came.result.ok ? { ...came, result: ok({ ...came.result.value, transactionId }) } : came;
      },
      transaction: async (id) => {
        const came = await job.api.transaction(id);
        return came.result.ok ? { ...came, result: ok({ ...came.result.value, transactionId }) } : came;
      },
    },
  });

  async function both() {
    const first = await requested(context);
    expect(await send(first)).toBe("accepted");
    const { transactionId } = await again(first);
    return { first, second: await requested(context, { amount: "7,000" }), transactionId: transactionId! };
  }

  test("keeps the response, and the order is accepted, not paid, and has a discrepancy", async () => {
    const { first, second, transactionId } = await both();
    expect(await sendWithdrawal(named(transactionId), { transactionRow: second.id })).toBe("accepted");
    const kept = { submission: "accepted", status: null, transactionId: null, discrepancyKind: "reports" };
    expect(await again(second)).toMatchObject(kept);
    expect(await context.db.$count(exchanges, eq(exchanges.transactionRow, second.id))).toBe(1);
    const [attempt] = await context.db.select().from(attempts).where(eq(attempts.transactionRow, second.id));
    expect(attempt).toMatchObject({ outcome: "accepted", exchangeId: expect.any(String) });
    expect(await again(first)).toMatchObject({ transactionId, discrepancyAt: null });

    await checkOrderStatus(named(transactionId), { referenceId: second.referenceId });
    expect(await again(second)).toMatchObject(kept);
    expect(await context.db.$count(discrepancies, eq(discrepancies.transactionRow, second.id))).toBe(1);
    await ask(second);
    expect(await again(second)).toMatchObject({ status: "SUCCESS", discrepancyKind: "reports" });
  });

  test("keeps both responses where they come at the same time", async () => {
    const orders = [await requested(context), await requested(context, { amount: "7,000" })];
    const as = named("11111111-1111-4111-8111-111111111111");
    await Promise.all(orders.map(({ id }) => sendWithdrawal(as, { transactionRow: id })));
    const held = await Promise.all(orders.map(again));
    expect(held.map(({ submission }) => submission)).toEqual(["accepted", "accepted"]);
    expect(held.flatMap(({ discrepancyKind }) => discrepancyKind ?? [])).toEqual(["reports"]);
  });
});

describe("an order that the service refused, and has all the same", () => {
  test("is looked at soon, and what turns up is a discrepancy for people", async () => {
    const order = await rejectedAndMade();
    await at(20);
    await pollDueOrders(job);
    expect(await again(order)).toMatchObject({ submission: "accepted", discrepancyKind: "double" });
    expect(await doublesOf(order)).toBe(1);
  });

  test("that is not there is looked at hourly for a day, daily for a month, and then no more", async () => {
    const order = await requested(context);
    await service.misbehave({ path: "/withdraw", kind: "status", when: "before", status: 400 });
    expect(await send(order)).toBe("rejected");
    const HOUR_S = 3_600;
    const gapAfter = async (seconds: number) => {
      await at(seconds);
      await ask(order);
      const { nextPollAt } = await again(order);
      return nextPollAt && (nextPollAt.getTime() - context.clock.now.getTime()) / 1000;
    };
    for (const [seconds, least, most] of [
      [1, 12, 18],
      [2 * HOUR_S, 0.8 * HOUR_S, 1.2 * HOUR_S],
      [23 * HOUR_S, 0.8 * HOUR_S, 1.2 * HOUR_S],
      [25 * HOUR_S, 19.2 * HOUR_S, 28.8 * HOUR_S],
      [29 * 24 * HOUR_S, 19.2 * HOUR_S, 28.8 * HOUR_S],
    ] as const) {
      const gap = await gapAfter(seconds);
      expect(gap).toBeGreaterThanOrEqual(least);
      expect(gap).toBeLessThanOrEqual(most);
    }
    // The sandbox's clock stays within its bounds; the console asks by ours.
    context.clock.now = new Date(start.getTime() + 31 * 24 * HOUR_S * 1000);
    await ask(order);
    expect(await again(order)).toMatchObject({ submission: "rejected", nextPollAt: null });
  });

  test.each([
    ["corrected", (order: Order) => correct(order)],
    ["sent again", (order: Order) => reissue(order)],
  ])("is looked for before it is %s", async (_how, replace) => {
    const order = await rejectedAndMade();
    await silent();
    expect(await replace(order)).toEqual({ ok: false, error: { kind: "not_checked" } });
    expect(await replace(order)).toEqual({ ok: false, error: { kind: "turned_up" } });
    expect(await again(order)).toMatchObject({ submission: "accepted", discrepancyKind: "double" });
    expect(await context.db.$count(transactions)).toBe(1);
  });

  test("and was corrected by a form that could not be checked, the same form makes the order once it can", async () => {
    const order = await requested(context);
    await service.misbehave({ path: "/withdraw", kind: "status", when: "before", status: 400 });
    await send(order);
    const form = typedForm({ amount: "11,000" });
    await silent();
    expect(await correct(order, form)).toEqual({ ok: false, error: { kind: "not_checked" } });
    const made = await correct(order, form);
    expect(made).toMatchObject({ ok: true });
    expect(await correct(order, form)).toEqual(made);
  });
});
