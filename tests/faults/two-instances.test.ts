import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from "vitest";
import type { Ctx } from "@/lib/auth/context";
import { connect, openPool } from "@/lib/db/connection";
import { createInstanceState } from "@/lib/db/instance-state";
import { createPaymentsApi } from "@/lib/payments-api/client";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { openService, type Service } from "../support/service";
import { openMatrix } from "./matrix";
import { type Order, openPayouts, type Payouts } from "./payouts";
import { withFaultAt } from "./points";
import { waitForPoint } from "./wait-for-point";

/** Two instances work on the same orders while the database refuses both, or while their clocks disagree. */
const ORDERS = 3;

let service: Service;
let payouts: Payouts;
let second: Ctx;
let pool: ReturnType<typeof openPool>;

beforeAll(async () => {
  service = await openService({ repeatedReference: "second" });
  payouts = await openPayouts(service);
  pool = openPool(payouts.context.runtimeUrl, () => undefined);
});
beforeEach(() => {
  second = { ...payouts.job, db: connect(pool), instance: createInstanceState(null) };
});
afterEach(() => payouts.clear());
const { cell } = openMatrix("Two instances, and the same fault for both");
afterAll(async () => {
  await pool.end();
  await payouts.close();
  await service.close();
});

const ordersOf = (count: number) => Promise.all(Array.from({ length: count }, () => payouts.requested()));
const sendAll = (orders: Order[], instances: Ctx[]) =>
  Promise.allSettled(orders.flatMap(({ id }) => instances.map((ctx) => sendWithdrawal(ctx, { transactionRow: id }))));

const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : error instanceof Error ? codeOf(error.cause) : null;
const codesOf = (settled: PromiseSettledResult<unknown>[]) =>
  new Set(settled.flatMap((one) => (one.status === "rejected" ? [codeOf(one.reason)] : [])));

async function stillTrue(orders: Order[]) {
  for (const order of orders) await payouts.invariants(order);
  for (const order of orders) await payouts.goOn(order);
}

const name = () => new URL(payouts.context.url).pathname.slice(1);

/** As the owner, over a connection that no limit holds for. */
async function atDatabase(statement: string) {
  const client = new Client({ connectionString: payouts.context.url });
  await client.connect();
  await client.query("set default_transaction_read_only = off");
  await client.query(statement);
  await client.end();
  // It holds for sessions that begin from now on.
  await payouts.context.loseConnections();
  for (const one of [payouts.context.pool, payouts.job.db.$client, pool])
    await expect.poll(() => one.totalCount, { interval: 10 }).toBe(0);
}

const readOnly = (is: boolean) =>
  atDatabase(`alter database ${name()} set default_transaction_read_only = ${is ? "on" : "off"}`);

describe("payouts that two instances work on", () => {
  cell("before claim", "the database is read-only for both", async () => {
    const orders = await ordersOf(ORDERS);
    await readOnly(true);
    expect(codesOf(await sendAll(orders, [payouts.job, second]))).toEqual(new Set(["25006"]));
    for (const order of orders) expect(await payouts.atService(order)).toBe(0);
    await readOnly(false);
    await stillTrue(orders);
  });

  cell("after answer", "the database becomes read-only, and the other instance recovers", async () => {
    const [order] = await ordersOf(1);
    if (!order) throw new Error("no order");
    const arrived = await waitForPoint(service.operatorUrl, order.referenceId);
    const first = withFaultAt({ point: "after answer", strike: () => readOnly(true), arrived }, payouts.job);
    expect(codesOf(await sendAll([order], [first]))).toEqual(new Set(["25006"]));
    expect(codesOf(await Promise.allSettled([recoverStuckOrders(second)]))).not.toContain(null);
    await readOnly(false);
    await stillTrue([order]);
  });

  cell("before claim", "a storm of connections leaves none for either", async () => {
    const orders = await ordersOf(ORDERS);
    const LIMIT = 8;
    await atDatabase(`alter database ${name()} connection limit ${LIMIT}`);
    const storm = Array.from({ length: LIMIT }, () => new Client({ connectionString: payouts.context.runtimeUrl }));
    await Promise.all(storm.map((client) => client.connect()));
    expect(codesOf(await sendAll(orders, [payouts.job, second]))).toEqual(new Set(["53300"]));
    for (const order of orders) expect(await payouts.atService(order)).toBe(0);
    await Promise.all(storm.map((client) => client.end()));
    await atDatabase(`alter database ${name()} connection limit -1`);
    await stillTrue(orders);
  });

  cell("while the outcome is written", "the disk is full for both", async () => {
    const orders = await ordersOf(2);
    const full = sql.raw(`do $$ begin raise exception 'no space left' using errcode = '53100'; end $$`);
    const struck = async (order: Order, ctx: Ctx) => {
      const arrived = await waitForPoint(service.operatorUrl, order.referenceId);
      return withFaultAt(
        { point: "while the outcome is written", strike: async (tx) => void (await tx?.execute(full)), arrived },
        ctx,
      );
    };
    const work = orders.map(async (order, at) =>
      sendWithdrawal(await struck(order, at === 0 ? payouts.job : second), { transactionRow: order.id }),
    );
    expect(codesOf(await Promise.allSettled(work))).toEqual(new Set(["53100"]));
    for (const order of orders) expect(await payouts.atService(order)).toBe(1);
    await stillTrue(orders);
  });

  cell("all steps", "their clocks are eight minutes apart: nothing is sent twice", async () => {
    const skewed = (ctx: Ctx, minutes: number): Ctx => {
      const now = () => new Date(payouts.context.clock.now.getTime() + minutes * 60_000);
      return {
        ...ctx,
        now,
        api: createPaymentsApi({ ...service, now, nonce: () => ctx.random(16), timeoutMs: 1_500 }),
      };
    };
    const instances = [skewed(payouts.job, -4), skewed(second, 4)];
    const orders = await ordersOf(ORDERS);
    await service.misbehave({ path: "/withdraw", kind: "drop", when: "after" });
    await sendAll(orders, instances);
    for (const ctx of instances) {
      await recoverStuckOrders(ctx);
      for (const { referenceId } of orders) await checkOrderStatus(ctx, { referenceId });
    }
    for (const order of orders) expect(await payouts.atService(order)).toBe(1);
    await stillTrue(orders);
  });
});
