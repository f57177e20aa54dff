import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { exchanges } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import { checkApiStatus } from "@/lib/api-status/commands";
import { getServiceHealth } from "@/lib/api-status/queries";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { sendWithdrawal } from "@/lib/withdrawals/submit";
import { openTestContext, type TestContext } from "../../support/context";
import { orderOf, requested } from "../../support/orders";

/** Answers with what it was given, as of a time of its own. */
let server: Server;
let context: TestContext;
let date: Date | null;
let status: number;
let body: unknown;

const ago = (seconds: number) => new Date(context.clock.now.getTime() - seconds * 1000);

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.sendDate = false;
      const dated = date === null ? {} : { date: date.toUTCString() };
      response.writeHead(status, { "content-type": "application/json", ...dated }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
beforeEach(async () => {
  const { port } = server.address() as AddressInfo;
  context = await openTestContext({ baseUrl: `http://127.0.0.1:${port}`, apiKey: "key", secretKey: "secret" });
});
afterEach(() => context.close());
afterAll(() => void server.close());

async function accepted() {
  const order = await requested(context);
  [status, date] = [200, context.clock.now];
  body = {
    transactionId: `T-${order.referenceId}`,
    status: "SUCCESS",
    amount: Number(order.amount),
    fee: 100,
    actualAmount: null,
  };
  expect(await sendWithdrawal(await context.as("job"), { transactionRow: order.id })).toBe("accepted");
  return orderOf(context, order.referenceId);
}

async function isPaidAsOf(order: Awaited<ReturnType<typeof accepted>>, answeredAt: Date | null) {
  const { referenceId, transactionId, amount } = order;
  [status, date] = [200, answeredAt];
  body = { referenceId, transactionId, type: "WITHDRAW", currency: "JPY", status: "COMPLETED", amount: Number(amount) };
  const asked = await checkOrderStatus(await context.as("job"), { referenceId });
  return { asked, status: (await orderOf(context, referenceId)).status };
}

test("a replayed COMPLETED does not make an order paid; it is kept as evidence, and the clock is named", async () => {
  const order = await accepted();
  const failure = { kind: "unknown", reason: "outdated_answer", status: 200 };
  expect(await isPaidAsOf(order, ago(302))).toEqual({
    asked: { ok: false, error: { kind: "no_answer", failure } },
    status: "SUCCESS",
  });
  const kept = await context.db
    .select()
    .from(exchanges)
    .where(eq(exchanges.transactionRow, order.id))
    .orderBy(exchanges.sentAt);
  expect(kept.at(-1)).toMatchObject({ failure, body: expect.stringContaining("COMPLETED") });
  const health = await getServiceHealth(await context.as("viewer"));
  expect(health.driftSeconds).toBeGreaterThan(300);
  // However much the other environment asks.
  await context.db.execute(sql`insert into exchanges (environment, purpose, path, request_body, sent_at, headers)
    select 'production', 'status_check', '/transactions', '{}', now() + interval '1 hour', '{}' from generate_series(1, 60)`);
  const again = await getServiceHealth(await context.as("viewer"));
  expect(again.driftSeconds).toBe(health.driftSeconds);

  // The same words, said now.
  expect(await isPaidAsOf(order, ago(0))).toMatchObject({ asked: { ok: true }, status: "COMPLETED" });
});

test("a service whose clock is wrong by less, or that tells no time, is believed", async () => {
  expect(await isPaidAsOf(await accepted(), ago(298))).toMatchObject({ status: "COMPLETED" });
  expect(await isPaidAsOf(await accepted(), null)).toMatchObject({ status: "COMPLETED" });
});

test("a replayed refusal of a create leaves its outcome unknown", async () => {
  const order = await requested(context);
  [status, date, body] = [400, ago(400), { message: "Validation failed." }];
  expect(await sendWithdrawal(await context.as("job"), { transactionRow: order.id })).toBe("unknown");
  const [held] = await context.db.select().from(transactions).where(eq(transactions.id, order.id));
  expect(held!.submission).toBe("unknown");
});

test("the connection's page says that the clocks are apart", async () => {
  [status, date, body] = [200, ago(400), []];
  const { verdicts, driftSeconds } = await checkApiStatus(await context.as("support"));
  expect(verdicts).toMatchObject({ reachable: "right", clock: "wrong", key: "unknown" });
  // The answer takes a moment of its own.
  expect(driftSeconds).toBeGreaterThanOrEqual(400);
  expect(driftSeconds).toBeLessThan(430);
});
