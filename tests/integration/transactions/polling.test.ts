import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { exchanges } from "@/drizzle/schema/evidence";
import { circuitBreakers, pollingLeases } from "@/drizzle/schema/polling";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { pollDueOrders } from "@/lib/transactions/polling/run";
import { listWithoutNews } from "@/lib/transactions/queries";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { openTestContext, type TestContext } from "../../support/context";
import { orderOf, requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
let job: Ctx;

beforeAll(async () => {
  service = await openService();
});
beforeEach(async () => {
  context = await openTestContext(service);
  job = await context.as("job");
});
afterEach(async () => {
  await service.behave();
  await context.close();
});
afterAll(() => service.close());

const MANY = 100;
const later = (seconds: number) => {
  context.clock.now = new Date(context.clock.now.getTime() + seconds * 1000);
};
const checks = () => context.db.$count(exchanges, eq(exchanges.purpose, "status_check"));
const waiting = async () => {
  const { rows } = await context.db.execute<{ task: string }>(
    sql`select task_identifier as task from graphile_worker.jobs where task_identifier = 'poll-due-orders'`,
  );
  return rows.length;
};
const down = () =>
  service.misbehave({ path: "/transactions", kind: "status", when: "before", status: 503, html: true, times: MANY });

/** Orders that the service has accepted, all due for a look. */
async function accepted(count: number) {
  const orders: Awaited<ReturnType<typeof requested>>[] = [];
  for (let made = 0; made < count; made += 1) {
    const order = await requested(context);
    expect(await sendWithdrawal(job, { transactionRow: order.id })).toBe("accepted");
    orders.push(order);
  }
  later(10);
  return orders;
}

describe("polling of due orders", () => {
  test("checks each order once, and finds what no callback has reported", async () => {
    const orders = await accepted(3);
    await service.decide(orders[1]!.referenceId, "cancel");
    expect(await pollDueOrders(job)).toEqual({ asked: 3 });
    expect(await pollDueOrders(job)).toEqual({ asked: 0 });
    expect(await orderOf(context, orders[1]!.referenceId)).toMatchObject({ status: "CANCELLED" });
    expect((await orderOf(context, orders[0]!.referenceId)).nextPollAt!.getTime()).toBeGreaterThan(+context.clock.now);
  });

  test("the wake-up of one order checks it a little early, and no other before its time", async () => {
    const [rang, other] = await accepted(2);
    const soon = new Date(context.clock.now.getTime() + 500);
    await context.db.update(transactions).set({ nextPollAt: soon });
    const { referenceId } = rang!;
    expect(await pollDueOrders(job)).toEqual({ asked: 0 });
    expect(await pollDueOrders(job, { referenceId })).toEqual({ asked: 1 });
    expect(await orderOf(context, other!.referenceId)).toMatchObject({ polls: 0, nextPollAt: soon });
  });

  test("ten concurrent instances never have more than four checks under way, and none checks twice", async () => {
    await accepted(12);
    let under = 0;
    let most = 0;
    const api: Ctx["api"] = {
      ...job.api,
      transaction: async (id) => {
        under += 1;
        most = Math.max(most, under);
        const answer = await job.api.transaction(id);
        under -= 1;
        return answer;
      },
    };
    const rounds = await Promise.all(Array.from({ length: 10 }, () => pollDueOrders({ ...job, api })));
    expect(rounds.reduce((sum, { asked }) => sum + asked, 0)).toBe(12);
    expect(await checks()).toBe(12);
    expect(most).toBeLessThanOrEqual(4);
    expect(await context.db.$count(pollingLeases)).toBe(0);
  });

  test("old orders and new ones both get their turn, whichever crowd is larger", async () => {
    const orders = await accepted(6);
    for (const [age, { id }] of orders.entries()) {
      const nextPollAt = new Date(context.clock.now.getTime() - age * 60_000);
      await context.db.update(transactions).set({ nextPollAt }).where(eq(transactions.id, id));
    }
    const asked: string[] = [];
    let bothSeated: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      bothSeated = resolve;
    });
    const api: Ctx["api"] = {
      ...job.api,
      transaction: async (id) => {
        asked.push(id);
        if (asked.length === 2) bothSeated();
        await held;
        return job.api.transaction(id);
      },
    };
    await Promise.all([pollDueOrders({ ...job, api }), pollDueOrders({ ...job, api })]);
    expect(new Set(asked.slice(0, 2))).toEqual(new Set([orders[0]!.referenceId, orders[5]!.referenceId]));
    expect(asked).toHaveLength(6);
  });

  test("a slot whose holder died is free again after a while, and so is the order", async () => {
    const [order] = await accepted(1);
    const dying: Ctx["api"] = { ...job.api, transaction: () => Promise.reject(new Error("killed")) };
    const alive = context.clock.now;
    await expect(pollDueOrders({ ...job, api: dying })).rejects.toThrow("killed");
    await context.db
      .insert(pollingLeases)
      .values(
        [0, 1, 2, 3].map((slot) => ({ environment: "sandbox" as const, slot, holder: "dead", heldUntil: alive })),
      );
    context.clock.now = new Date(alive.getTime() - 1);
    expect(await pollDueOrders(job)).toEqual({ asked: 0 });
    context.clock.now = new Date(alive.getTime() + 91_000);
    await recoverStuckOrders(job);
    expect(await waiting()).toBe(4);
    expect(await pollDueOrders(job)).toEqual({ asked: 1 });
    expect((await orderOf(context, order!.referenceId)).polls).toBeGreaterThan(0);
  });

  test("a callback that comes while we ask is not forgotten over the answer that it has overtaken", async () => {
    const [order] = await accepted(1);
    const hinted = new Date(context.clock.now.getTime() - 1);
    const api: Ctx["api"] = {
      ...job.api,
      transaction: async (id) => {
        const answer = await job.api.transaction(id);
        await context.db.update(transactions).set({ nextPollAt: hinted }).where(eq(transactions.id, order!.id));
        return answer;
      },
    };
    await checkOrderStatus({ ...job, api }, order!);
    expect((await orderOf(context, order!.referenceId)).nextPollAt).toEqual(hinted);
    // Nor where the order has ended.
    await context.db
      .update(transactions)
      .set({ status: "COMPLETED", nextPollAt: null })
      .where(eq(transactions.id, order!.id));
    await checkOrderStatus({ ...job, api }, order!);
    expect((await orderOf(context, order!.referenceId)).nextPollAt).toEqual(hinted);
    await checkOrderStatus(job, order!);
    expect((await orderOf(context, order!.referenceId)).nextPollAt).toBeNull();
  });

  test.each([503, 404])(
    "a planned check of an ended order is repeated after a %s, until there is an answer",
    async (code) => {
      const [order] = await accepted(1);
      const plan = async (nextPollAt: Date | null) => {
        await context.db
          .update(transactions)
          .set({ status: "COMPLETED", nextPollAt })
          .where(eq(transactions.id, order!.id));
      };
      const nextAfterCheck = async () => {
        await checkOrderStatus(job, order!);
        return (await orderOf(context, order!.referenceId)).nextPollAt;
      };
      await service.decide(order!.referenceId, "complete");
      await plan(context.clock.now);
      const failing = { path: "/transactions", kind: "status", when: "before", status: code } as const;
      for (const _check of [1, 2]) {
        await service.misbehave(failing);
        expect((await nextAfterCheck())!.getTime()).toBeGreaterThan(context.clock.now.getTime());
      }
      expect(await nextAfterCheck()).toBeNull();
      // A check by a user that nothing had caused is not repeated.
      await service.misbehave(failing);
      expect(await nextAfterCheck()).toBeNull();
    },
  );
});

describe("orders without news for too long", () => {
  const silent = async () =>
    (await listWithoutNews(await context.as("support"))).rows.map(({ referenceId }) => referenceId);

  test("are reported: a payout after two hours, until it is final", async () => {
    const [order] = await accepted(1);
    expect(await silent()).toEqual([]);
    later(2 * 3_600);
    expect(await silent()).toEqual([order!.referenceId]);
    await service.setClock(2 * 3_600_000);
    await service.decide(order!.referenceId, "fail");
    await checkOrderStatus(job, order!);
    await service.setClock(0);
    expect(await silent()).toEqual([]);
  });

  test("are none while nothing has left", async () => {
    await requested(context);
    later(48 * 3_600);
    expect(await silent()).toEqual([]);
  });
});

describe("a service that is down", () => {
  test("is not overloaded: after five failures polling stops, then one check probes, then all continues automatically", async () => {
    await accepted(8);
    await down();
    expect(await pollDueOrders(job)).toEqual({ asked: 5 });
    expect(await pollDueOrders(job)).toEqual({ asked: 0 });
    expect(await checks()).toBe(5);
    expect(await waiting()).toBe(4);

    later(13);
    expect(await pollDueOrders(job)).toEqual({ asked: 1 });
    const [held] = await context.db.select().from(circuitBreakers);
    expect(held).toMatchObject({ trips: 2 });
    expect(held!.openUntil!.getTime()).toBeGreaterThan(context.clock.now.getTime() + 15_000);

    await service.behave();
    later(25);
    expect((await pollDueOrders(job)).asked).toBe(8);
    expect(await context.db.select().from(circuitBreakers)).toMatchObject([{ failures: 0, trips: 0, openUntil: null }]);
  });

  test("is probed by one check only, however many instances wait", async () => {
    await accepted(8);
    await down();
    await pollDueOrders(job);
    later(13);
    const before = await checks();
    await Promise.all([pollDueOrders(job), pollDueOrders(job), pollDueOrders(job)]);
    expect((await checks()) - before).toBe(1);
  });

  test("that asks for a pause gets it immediately", async () => {
    await accepted(3);
    await service.misbehave({ path: "/transactions", kind: "status", when: "before", status: 429, times: MANY });
    expect(await pollDueOrders(job)).toEqual({ asked: 1 });
    expect(await pollDueOrders(job)).toEqual({ asked: 0 });
  });

  test("can still be queried by a user, and polling resumes once it answers", async () => {
    const [order] = await accepted(8);
    await down();
    await pollDueOrders(job);
    await service.behave();
    expect(await checkOrderStatus(await context.as("support"), order!)).toMatchObject({ ok: true });
    expect((await pollDueOrders(job)).asked).toBeGreaterThan(0);
  });
});
