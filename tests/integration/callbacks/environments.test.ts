import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliveries } from "@/drizzle/schema/deliveries";
import type { Ctx } from "@/lib/auth/context";
import { processDeliveries } from "@/lib/callbacks/process-delivery";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { startIngest } from "@/scripts/lib/ingest.mjs";
import { bareSettings } from "@/scripts/lib/settings.mjs";
import { openTestContext, type TestContext } from "../../support/context";
import { OPERATOR_HEADERS } from "../../support/operator";
import { orderOf, requested } from "../../support/orders";
import { openService, type Service } from "../../support/service";

/** The service as it is today and as it is announced, switched while everything runs; its callbacks come over HTTP. */
let service: Service;
let context: TestContext;
let ingest: Awaited<ReturnType<typeof startIngest>>;
let env: Record<string, string | undefined>;
let job: Ctx;

beforeAll(async () => {
  service = await openService({ retry: { firstMs: 200, attempts: 8 } });
  context = await openTestContext(service);
  env = {
    ...bareSettings(),
    DATABASE_URL: context.runtimeUrl,
    APP_URL: "http://console.test",
    AUTH_SECRET: "a".repeat(32),
    PAYMENTS_SANDBOX_BASE_URL: service.baseUrl,
    PAYMENTS_SANDBOX_API_KEY: service.apiKey,
    PAYMENTS_SANDBOX_SECRET_KEY: service.secretKey,
  };
  ingest = await startIngest({ env, port: 0 });
  // The addresses that the service is given lead to the ingest process, as behind a load balancer.
  job = { ...(await context.as("job")), appUrl: ingest.url };
});
afterAll(async () => {
  await ingest.stop();
  await context.close();
  await service.close();
});

async function sent() {
  const order = await requested(context);
  expect(await sendWithdrawal(job, { transactionRow: order.id })).toBe("accepted");
  return order;
}

async function announce(announced: "none" | "all") {
  const init = {
    method: "PATCH",
    body: JSON.stringify({ announced }),
    headers: OPERATOR_HEADERS,
  };
  expect((await fetch(`${service.operatorUrl}/merchants/10001`, init)).ok).toBe(true);
}

type Order = Awaited<ReturnType<typeof sent>>;
const came = async ({ id }: Order) =>
  context.db.select().from(deliveries).where(eq(deliveries.transactionRow, id)).orderBy(desc(deliveries.receivedAt));

async function judged(order: Order) {
  await expect.poll(() => came(order), { timeout: 10_000 }).not.toEqual([]);
  await processDeliveries(job);
  return came(order);
}

async function today() {
  const order = await sent();
  await service.decide(order.referenceId, "complete");
  expect(await judged(order)).toEqual([
    expect.objectContaining({ signature: "absent", answered: 200, effect: "asked" }),
  ]);
  expect(await orderOf(context, order.referenceId)).toMatchObject({ status: "SUCCESS" });
  await checkOrderStatus(job, order);
  expect(await orderOf(context, order.referenceId)).toMatchObject({ status: "COMPLETED", statusSource: "query" });
}

test("today: an unsigned callback causes a status check, and its response is applied", today);

test("announced, switched while running: a signed callback is applied without a status check", async () => {
  await announce("all");
  for (const [how, status] of [
    ["complete", "COMPLETED"],
    ["fail", "FAILED"],
  ] as const) {
    const order = await sent();
    await service.decide(order.referenceId, how);
    expect(await judged(order)).toEqual([
      expect.objectContaining({ signature: "valid", answered: 200, effect: "applied" }),
    ]);
    expect(await orderOf(context, order.referenceId)).toMatchObject({ status, statusSource: "signed_callback" });
  }
});

test("announced: callbacks during a downtime are repeated", async () => {
  const order = await sent();
  const port = Number(new URL(ingest.url).port);
  await ingest.stop();
  await service.decide(order.referenceId, "complete");
  ingest = await startIngest({ env, port });
  expect(await judged(order)).toEqual([expect.objectContaining({ signature: "valid", effect: "applied" })]);
  const acknowledged = async () => {
    const list = await (await fetch(`${service.operatorUrl}/callbacks`)).json();
    return list.find((one: { transactionId: string }) => one.transactionId === orderId)?.acknowledgedAt ?? null;
  };
  const orderId = (await orderOf(context, order.referenceId)).transactionId;
  await expect.poll(acknowledged).not.toBeNull();
});

test("and back again: unsigned is a hint as before, and no signature requirement was set automatically", async () => {
  await announce("none");
  await today();
});
