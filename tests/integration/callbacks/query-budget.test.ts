import { randomUUID } from "node:crypto";
import { asc, eq, isNotNull } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliveries } from "@/drizzle/schema/deliveries";
import { circuitBreakers } from "@/drizzle/schema/polling";
import type { Ctx } from "@/lib/auth/context";
import { rotateCallbackAddress } from "@/lib/callbacks/commands";
import { handleIncoming } from "@/lib/callbacks/handle-callback";
import { processDeliveries } from "@/lib/callbacks/process-delivery";
import { callbackAddress } from "@/lib/callbacks/queries";
import { lookUpDeliveries } from "@/lib/callbacks/unknown-orders";
import { pollDueOrders } from "@/lib/transactions/polling/run";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { callbackFields, signatureOf } from "../../support/callback-fields";
import { openTestContext, type TestContext } from "../../support/context";
import { orderOf, requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";

let service: Service;
let context: TestContext;
let job: Ctx;
let asked: string[];
let token: string;

beforeAll(async () => {
  service = await openService();
});
beforeEach(async () => {
  context = await openTestContext(service);
  const plain = await context.as("job");
  asked = [];
  const transaction: Ctx["api"]["transaction"] = (id) => {
    asked.push(id);
    return plain.api.transaction(id);
  };
  job = { ...plain, api: { ...plain.api, transaction } };
  const admin = await context.as("admin");
  await rotateCallbackAddress(admin);
  token = (await callbackAddress(admin)).current!.url.split("/").at(-1)!;
});
afterEach(async () => {
  await service.behave();
  await context.close();
});
afterAll(() => service.close());

const later = (seconds: number) => {
  context.clock.now = new Date(context.clock.now.getTime() + seconds * 1000);
};

async function post(to: string, fields: Record<string, unknown>, isSigned = false) {
  const signature = isSigned ? { "x-signature": signatureOf(fields, service.secretKey) } : {};
  const headers = { "content-type": "application/json", ...signature };
  const read = async () => ({ bytes: Buffer.from(JSON.stringify(fields)), cut: null });
  const answer = await handleIncoming(await context.as("callback"), to, {
    headers,
    read,
    sourceAddress: "192.0.2.7",
    besidePages: true,
  });
  expect(answer).toMatchObject({ status: 200 });
}

const times = (count: number, make: () => Promise<void>) => Promise.all(Array.from({ length: count }, make));

const unknown = (referenceId = `nobodys-${randomUUID()}`) =>
  callbackFields({ referenceId, transactionId: randomUUID() });

/** The job comes again as often as it has something to do, as the runner makes it. */
async function lookUpAll(by = job) {
  while ((await lookUpDeliveries(by)).asked > 0);
}

/** An order that another system has created at the same service, and an unsigned callback about it. */
async function othersOrder() {
  const other = await openTestContext(service);
  const { id, referenceId } = await requested(other);
  await sendWithdrawal(await other.as("job"), { transactionRow: id });
  const { transactionId } = await orderOf(other, referenceId);
  await other.close();
  return { referenceId, said: callbackFields({ referenceId, transactionId: transactionId ?? "" }) };
}

const effects = async () => (await context.db.select().from(deliveries)).map(({ effect }) => effect);

describe("unsigned callbacks about unknown orders", () => {
  test("cause no more status checks in a minute than the budget of their URL, and continue in the next", async () => {
    await times(70, () => post(token, unknown()));
    await processDeliveries(job);
    await lookUpAll();
    expect(asked.length).toBe(60);
    later(60);
    await lookUpAll();
    expect(asked.length).toBe(70);
  });

  test("share that budget with those about unknown players", async () => {
    const players: string[] = [];
    const kycStatus: Ctx["api"]["kycStatus"] = (playerId) => {
      players.push(playerId);
      return job.api.kycStatus(playerId);
    };
    const kycCallback = (player_id: string) => ({
      event: "kyc.status",
      player_id,
      status: "REGISTERED",
      currency: "JPY",
    });
    await times(40, () => post(token, unknown()));
    await times(40, () => post(token, kycCallback(`10001_p-${randomUUID()}`)));
    await processDeliveries(job);
    while ((await lookUpDeliveries({ ...job, api: { ...job.api, kycStatus } })).asked > 0);
    expect(asked.length + players.length).toBe(60);
    expect(players.length).toBeGreaterThan(0);
    expect(players.filter((id) => id.startsWith("10001_"))).toEqual([]);
  });

  test("do not hold up signed ones, which have no budget", async () => {
    await times(61, () => post(token, unknown()));
    await processDeliveries(job);
    await lookUpAll();
    const signed = unknown();
    await post(token, signed, true);
    await processDeliveries(job);
    await lookUpAll();
    expect(asked.at(-1)).toBe(signed.reference_id);
    expect(asked.length).toBe(61);
  });

  test("cause one status check of an order at a time, however many name it", async () => {
    await times(20, () => post(token, unknown("nobodys")));
    await processDeliveries(job);
    await lookUpAll();
    expect(asked).toEqual(["nobodys"]);
    later(70);
    await lookUpAll();
    expect(asked).toEqual(["nobodys", "nobodys"]);
    expect(await context.db.$count(deliveries, eq(deliveries.effect, "mismatch"))).toBe(20);
  });

  test.each([
    ["unsigned", false],
    ["signed", true],
  ])("are looked up again after a minute: the service may not show its order yet (%s)", async (_how, isSigned) => {
    const { referenceId, said } = await othersOrder();
    let isShown = false;
    const { transaction } = job.api;
    const hiding: Ctx["api"]["transaction"] = (id) => transaction(isShown ? id : "nobodys");
    const hidden = { ...job, api: { ...job.api, transaction: hiding } };
    await post(token, said, isSigned);
    await processDeliveries(job);
    await lookUpAll(hidden);
    expect(await effects()).toEqual(["asked"]);
    isShown = true;
    later(59);
    await lookUpAll(hidden);
    expect(await effects()).toEqual(["asked"]);
    later(11);
    await lookUpAll(hidden);
    expect(asked).toEqual(["nobodys", referenceId]);
    const found = await orderOf(context, referenceId);
    expect(await context.db.select().from(deliveries)).toMatchObject([{ transactionRow: found.id }]);
  });

  test("plan that second look-up, and no earlier one", async () => {
    await post(token, unknown());
    await processDeliveries(job);
    await lookUpAll();
    const { rows } = await context.pool.query<{ run_at: Date }>(
      "select run_at from graphile_worker.jobs where key = 'look-up:sandbox'",
    );
    const waitMs = (rows[0]?.run_at.getTime() ?? 0) - context.clock.now.getTime();
    expect(waitMs).toBeGreaterThanOrEqual(60_000);
    expect(waitMs).toBeLessThanOrEqual(70_000);
  });

  test("cause no status check while the circuit is open", async () => {
    const openUntil = new Date(context.clock.now.getTime() + 60_000);
    await context.db.insert(circuitBreakers).values({ environment: "sandbox", failures: 5, trips: 1, openUntil });
    await post(token, unknown());
    await processDeliveries(job);
    await lookUpAll();
    expect(asked).toEqual([]);
    later(61);
    await lookUpAll();
    expect(asked.length).toBe(1);
  });

  test("cause no status check where what they name is no valid ID", async () => {
    await post(token, unknown("\u0001"));
    await processDeliveries(job);
    await lookUpAll();
    expect(asked).toEqual([]);
    expect(await context.db.$count(deliveries, eq(deliveries.effect, "mismatch"))).toBe(1);
  });
});

describe("unsigned callbacks about one order", () => {
  async function accepted() {
    const { id, referenceId } = await requested(context);
    expect(await sendWithdrawal(job, { transactionRow: id })).toBe("accepted");
    const order = await orderOf(context, referenceId);
    return { ...order, fields: callbackFields({ referenceId, transactionId: order.transactionId! }) };
  }

  test("cause one status check, however many arrive before it", async () => {
    const { callbackToken, fields } = await accepted();
    await times(40, () => post(callbackToken!, fields));
    await processDeliveries(job);
    expect(await pollDueOrders(job)).toEqual({ asked: 1 });
    const ofOrder = `ask:sandbox:${fields.reference_id}`;
    const { rowCount } = await context.pool.query("select from graphile_worker.jobs where key = $1", [ofOrder]);
    expect(rowCount).toBe(1);
  });

  test("that keep coming are checked less and less often, but within a minute", async () => {
    const { callbackToken, fields } = await accepted();
    for (let sent = 0; sent < 16; sent += 1) {
      await post(callbackToken!, fields);
      await processDeliveries(job);
      await pollDueOrders(job);
    }
    expect(asked.length).toBeLessThanOrEqual(8);
    await post(callbackToken!, fields);
    await processDeliveries(job);
    await service.decide(fields.reference_id, "complete");
    later(60);
    await pollDueOrders(job);
    expect(await orderOf(context, fields.reference_id)).toMatchObject({ status: "COMPLETED", statusSource: "query" });
  });

  test("wait for the signed ones, which are judged first", async () => {
    const [flooded, other] = [await accepted(), await accepted()];
    await times(30, () => post(flooded.callbackToken!, flooded.fields));
    later(1);
    await post(other.callbackToken!, other.fields, true);
    let ticks = 0;
    const ticking = () => new Date(context.clock.now.getTime() + ticks++);
    await processDeliveries({ ...job, now: ticking });
    const judged = await context.db
      .select({ effect: deliveries.effect })
      .from(deliveries)
      .where(isNotNull(deliveries.processedAt))
      .orderBy(asc(deliveries.processedAt));
    // Several are judged at a time: it is taken first, and some that change nothing may end before it. By the time of its
    // arrival it would be the last one.
    expect(judged).toHaveLength(31);
    expect(judged.findIndex(({ effect }) => effect === "applied")).toBeLessThan(15);
  });
});
