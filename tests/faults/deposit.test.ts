import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Ctx } from "@/lib/auth/context";
import { reissueDeposit } from "@/lib/deposits/commands";
import { sendDeposit } from "@/lib/deposits/submit";
import { getTransaction } from "@/lib/transaction-detail/queries";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { recoverStuckOrders } from "@/lib/transactions/submission/recover-stuck";
import { openTestContext, type TestContext } from "../support/context";
import { orderOf, requestedDeposit } from "../support/orders";
import { openService, type Service } from "../support/service";
import { SENDING_POINTS } from "./points";
import { runUntilKilled } from "./run-until-killed";

/*
 * A deposit takes the same path as a payout, whose matrix is complete. These cases hold the path to it: a player never
 * gets two links for one deposit, and a user can always continue.
 */

type Order = Awaited<ReturnType<typeof requestedDeposit>>;

let service: Service;
let context: TestContext;
let job: Ctx;
let support: Ctx;
let start: Date;

beforeAll(async () => {
  // The worst of the three ways: a repeated id makes a second order, and a second link.
  service = await openService({ repeatedReference: "second" });
});
beforeEach(async () => {
  context = await openTestContext(service, { timeoutMs: 1_500 });
  start = context.clock.now;
  [job, support] = [await context.as("job"), await context.as("support")];
});
afterEach(async () => {
  await service.behave();
  await service.setClock(0);
  await context.close();
});
afterAll(() => service.close());

/** A deposit in baht needs no registered player. */
const requested = () => requestedDeposit(context, { currency: "THB", amount: "500" });

/** Both clocks, so many seconds after the test began. */
async function at(seconds: number) {
  context.clock.now = new Date(start.getTime() + seconds * 1000);
  await service.setClock(seconds * 1000 - (Date.now() - start.getTime()));
}

/** Every order at the service that came of one intent, under whichever id. */
const atService = async ({ referenceId }: Order) =>
  (await service.orders()).filter((order) => order.referenceId.startsWith(referenceId)).length;

/** The next process comes up, and a person goes on: in the end there is one order, and the player can pay it. */
async function goOn(order: Order) {
  for (const seconds of [0, 61, 62, 95, 335, 400, 635, 700, 770]) {
    await at(seconds);
    await recoverStuckOrders(job);
    await sendDeposit(job, { transactionRow: order.id });
    await checkOrderStatus(job, order);
    expect(await atService(order)).toBeLessThanOrEqual(1);
    const { submission } = await orderOf(context, order.referenceId);
    if (submission === "accepted" || submission === "not_created") break;
  }
  const { submission } = await orderOf(context, order.referenceId);
  expect(["accepted", "not_created"]).toContain(submission);
  await service.behave();
  const again = await reissueDeposit(support, order);
  expect(again.ok).toBe(submission === "not_created");
  const alive = again.ok ? again.value.referenceId : order.referenceId;
  if (again.ok) {
    const newer = await orderOf(context, alive);
    expect(await sendDeposit(job, { transactionRow: newer.id })).toBe("accepted");
  }
  expect(await atService(order)).toBe(1);
  // The link is returned once, in the response; the account is returned on each request.
  await checkOrderStatus(job, { referenceId: alive });
  const view = await getTransaction(support, { referenceId: alive });
  expect(view?.instructions).toMatchObject({ receiverAccount: "0123456789", changed: false });

  await service.decide(alive, "complete");
  await checkOrderStatus(job, { referenceId: alive });
  expect(await orderOf(context, alive)).toMatchObject({
    status: "COMPLETED",
    statusSource: "query",
    discrepancyAt: null,
  });
}

describe("a deposit whose answer is lost, or worse than lost", () => {
  test.each([
    ["a reset before it is created", { kind: "drop", when: "before" }],
    ["a reset after it is created", { kind: "drop", when: "after" }],
    ["a 502 with a code before", { kind: "status", when: "before", status: 502, code: "GATEWAY_NOT_ENABLED" }],
    ["a 502 with a code after", { kind: "status", when: "after", status: 502, code: "KYC_NOT_REGISTERED" }],
    ["a 504 after", { kind: "status", when: "after", status: 504 }],
    ["a 200 that cannot be read", { kind: "unreadable" }],
    ["an answer after we gave up", { kind: "delay", when: "after", delayMs: 2_000 }],
  ])("%s", async (_name, fault) => {
    const order = await requested();
    await service.misbehave({ path: "/deposit", ...fault });
    expect(await sendDeposit(job, { transactionRow: order.id })).toBe("unknown");
    await goOn(order);
  });
});

describe("a sender that is killed", () => {
  test.each(SENDING_POINTS)("%s", async (point) => {
    const order = await requested();
    const { baseUrl, operatorUrl, apiKey, secretKey } = service;
    const { id, referenceId } = order;
    const access = { baseUrl, operatorUrl, apiKey, secretKey };
    const errand = { databaseUrl: context.url, service: access, order: { id, referenceId }, point };
    expect(await runUntilKilled({ ...errand, work: "send deposit", now: start.toISOString() })).toBe("SIGKILL");
    expect(await atService(order)).toBeLessThanOrEqual(1);
    await goOn(order);
  });
});

test("two instances race for it, and it is created once", async () => {
  const order = await requested();
  const other = await context.as("job");
  const outcomes = await Promise.all(
    [job, other, job, other].map((ctx) => sendDeposit(ctx, { transactionRow: order.id })),
  );
  expect(outcomes.toSorted()).toEqual(["accepted", "taken", "taken", "taken"]);
  await goOn(order);
});
