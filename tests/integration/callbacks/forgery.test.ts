import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiFacts } from "@/drizzle/schema/api-drift";
import { deliveries } from "@/drizzle/schema/deliveries";
import type { Ctx } from "@/lib/auth/context";
import { handleCallback } from "@/lib/callbacks/handle-callback";
import { processDeliveries } from "@/lib/callbacks/process-delivery";
import { transaction as answer } from "@/lib/payments-api/shapes";
import { ok } from "@/lib/result";
import { checkOrderStatus } from "@/lib/transactions/commands";
import { callbackFields, signatureOf } from "../../support/callback-fields";
import { accepted, type Order } from "../../support/callbacks";
import { openTestContext, type TestContext } from "../../support/context";
import { orderOf } from "../../support/orders";

/** What a forger may try who knows how callbacks look. tests/support/callback-cases.ts has what is wrong in one delivery. */
let context: TestContext;
let ctx: Ctx;
beforeAll(async () => {
  context = await openTestContext();
  ctx = await context.as("callback");
});
afterAll(() => context.close());

/** Each a moment after the one before it. */
function post(token: string, body: string, headers: Record<string, string> = {}) {
  context.clock.now = new Date(context.clock.now.getTime() + 1);
  const init = { method: "POST", body, headers: { "content-type": "application/json", ...headers } };
  return handleCallback(ctx, token, new Request("http://console.test", init));
}
const signed = (fields: Record<string, unknown>) => ({ "x-signature": signatureOf(fields, ctx.secretKey) });
const judge = async () => processDeliveries(await context.as("job"));
const effects = async ({ id }: Order) =>
  (
    await context.db.select().from(deliveries).where(eq(deliveries.transactionRow, id)).orderBy(deliveries.receivedAt)
  ).map(({ effect }) => effect);

const repeatsSeen = async () =>
  (await context.db.select().from(apiFacts).where(eq(apiFacts.fact, "callback_repeated"))).map(({ value }) => value);

describe("nothing forged is believed", () => {
  test("the right shape with a wrong token belongs to no order", async () => {
    const order = await accepted(context);
    const wrong = order.callbackToken!.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    expect((await post(wrong, JSON.stringify(callbackFields(order)), signed(callbackFields(order)))).status).toBe(404);
    expect(await effects(order)).toEqual([]);
  });

  test("a callback about another order at this order's URL changes neither; signed, it flags this one", async () => {
    const [order, other] = [await accepted(context), await accepted(context)];
    await post(order.callbackToken!, JSON.stringify(callbackFields(other)));
    await judge();
    expect(await orderOf(context, order.referenceId)).toMatchObject({ status: "SUCCESS", discrepancyAt: null });
    await post(order.callbackToken!, JSON.stringify(callbackFields(other)), signed(callbackFields(other)));
    await judge();
    expect(await effects(order)).toEqual(["mismatch", "mismatch"]);
    expect(await orderOf(context, order.referenceId)).toMatchObject({
      status: "SUCCESS",
      discrepancyAt: context.clock.now,
    });
    expect(await orderOf(context, other.referenceId)).toMatchObject({ status: "SUCCESS", discrepancyAt: null });
  });

  test("an old signed body, sent again, changes nothing", async () => {
    const order = await accepted(context);
    for (const _time of [1, 2, 3]) {
      await post(order.callbackToken!, JSON.stringify(callbackFields(order)), signed(callbackFields(order)));
      await judge();
    }
    expect(await effects(order)).toEqual(["applied", "repeat", "repeat"]);
    expect(await repeatsSeen()).toEqual(["yes"]);
  });

  test("a first callback that says what was known already is no repeat of anything", async () => {
    await context.db.delete(apiFacts);
    const order = await accepted(context);
    for (const status of ["COMPLETED", "PENDING"]) {
      const fields = callbackFields(order, { status });
      await post(order.callbackToken!, JSON.stringify(fields), signed(fields));
      await judge();
    }
    expect(await effects(order)).toEqual(["applied", "repeat"]);
    expect(await repeatsSeen()).toEqual([]);
  });

  test("a forged failure that comes first does not swallow the real payment", async () => {
    const order = await accepted(context);
    const failed = callbackFields(order, { status: "FAILED", actual_amount: null });
    expect((await post(order.callbackToken!, JSON.stringify(failed))).status).toBe(200);
    expect((await post(order.callbackToken!, JSON.stringify(failed), { "x-signature": "f".repeat(64) })).status).toBe(
      401,
    );
    await judge();
    expect(await orderOf(context, order.referenceId)).toMatchObject({ status: "SUCCESS" });
    await post(order.callbackToken!, JSON.stringify(callbackFields(order)), signed(callbackFields(order)));
    await judge();
    expect(await effects(order)).toEqual(expect.arrayContaining(["asked", null, "applied"]));
    expect(await orderOf(context, order.referenceId)).toMatchObject({
      status: "COMPLETED",
      statusSource: "signed_callback",
    });
  });

  test("an early and a late PENDING, signed, never undo a payment", async () => {
    const order = await accepted(context);
    for (const status of ["PENDING", "COMPLETED", "PENDING", "SUCCESS"]) {
      const fields = callbackFields(order, { status });
      await post(order.callbackToken!, JSON.stringify(fields), signed(fields));
      await judge();
    }
    expect(await effects(order)).toEqual(["applied", "applied", "repeat", "repeat"]);
    expect(await orderOf(context, order.referenceId)).toMatchObject({ status: "COMPLETED", discrepancyAt: null });
  });

  test("paid and then FAILED, both signed, are a discrepancy, and the first stays", async () => {
    const order = await accepted(context);
    for (const status of ["COMPLETED", "FAILED"]) await say(order, status);
    expect(await effects(order)).toEqual(["applied", "contested"]);
    expect(await orderOf(context, order.referenceId)).toMatchObject({
      status: "COMPLETED",
      discrepancyAt: context.clock.now,
    });
  });
});

/** A signed callback, applied. */
async function say(order: Order, status: string) {
  const fields = callbackFields(order, { status });
  await post(order.callbackToken!, JSON.stringify(fields), signed(fields));
  await judge();
}

describe("a status unknown to us and an end, of which a callback may have come late", () => {
  const recorded = ({ referenceId }: Order) => orderOf(context, referenceId);

  /** A query leaves, something happens, and it is answered. */
  async function answered(order: Order, status: string, meanwhile: () => Promise<void> = async () => undefined) {
    const job = await context.as("job");
    const transaction: Ctx["api"]["transaction"] = async (referenceId) => {
      context.clock.now = new Date(context.clock.now.getTime() + 1);
      const { transactionId, type, currency, amount } = await recorded(order);
      const value = answer.parse({ transactionId: transactionId ?? "t", referenceId, type, currency, amount, status });
      const about = { path: "/transactions", requestBody: "", sentAt: job.now(), answeredAt: job.now(), headers: {} };
      await meanwhile();
      return { result: ok(value), exchange: { ...about, body: "", status: 200, serviceTime: null } };
    };
    await checkOrderStatus({ ...job, api: { ...job.api, transaction } }, order);
  }

  test.each([
    ["the payment", ["REVERSED", "COMPLETED"], ["applied", "applied"]],
    ["the unknown status", ["COMPLETED", "REVERSED"], ["applied", "asked"]],
  ])("after %s, signed, a query is due, and its answer decides", async (_what, said, did) => {
    for (const truth of ["COMPLETED", "REVERSED"]) {
      const order = await accepted(context);
      for (const status of said) await say(order, status);
      expect(await effects(order)).toEqual(did);
      const due = { status: "COMPLETED", discrepancyAt: null, nextPollAt: context.clock.now };
      expect(await recorded(order)).toMatchObject(due);
      await answered(order, truth);
      const discrepancyAt = truth === "COMPLETED" ? null : context.clock.now;
      expect(await recorded(order)).toMatchObject({ status: "COMPLETED", discrepancyAt, nextPollAt: null });
    }
  });

  test.each([
    ["progress that the payment has overtaken", "PROCESSING", "COMPLETED"],
    ["a payment that the returned money has overtaken", "COMPLETED", "REVERSED"],
  ])("an answer on its way, with %s, is confirmed by another query", async (_what, old, recent) => {
    const order = await accepted(context);
    await answered(order, old, () => say(order, recent));
    const due = { status: "COMPLETED", discrepancyAt: null, nextPollAt: context.clock.now };
    expect(await recorded(order)).toMatchObject(due);
    await answered(order, recent);
    const discrepancyAt = recent === "COMPLETED" ? null : context.clock.now;
    expect(await recorded(order)).toMatchObject({ status: "COMPLETED", discrepancyAt, nextPollAt: null });
  });
});

test("one delivery that cannot be kept fails alone", async () => {
  const [order, poison, third] = [await accepted(context), await accepted(context), await accepted(context)];
  await context.db.execute(`
    create function poisoned() returns trigger language plpgsql as $$ begin
      if new.transaction_row = '${poison.id}' then raise exception 'poison'; end if; return new; end $$;
    create trigger poisoned before insert on deliveries for each row execute function poisoned()`);
  const answers = await Promise.all(
    [order, poison, third, poison, order].map((one) => post(one.callbackToken!, JSON.stringify(callbackFields(one)))),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 503, 200, 503, 200]);
  expect([(await effects(order)).length, (await effects(poison)).length, (await effects(third)).length]).toEqual([
    2, 0, 1,
  ]);
  await context.db.execute("drop trigger poisoned on deliveries");
});

test("one delivery that cannot be judged does not hold up those behind it, and is judged later", async () => {
  const [poison, order] = [await accepted(context), await accepted(context)];
  await post(poison.callbackToken!, JSON.stringify(callbackFields(poison)));
  await post(order.callbackToken!, JSON.stringify(callbackFields(order)));
  await context.db.execute(`
    create function unjudged() returns trigger language plpgsql as $$ begin
      if new.transaction_row = '${poison.id}' then raise exception 'poison'; end if; return new; end $$;
    create trigger unjudged before insert on reports for each row execute function unjudged()`);
  await expect(judge()).rejects.toThrow("could not be judged");
  expect([await effects(poison), await effects(order)]).toEqual([[null], ["asked"]]);
  await context.db.execute("drop trigger unjudged on reports");
  await judge();
  expect(await effects(poison)).toEqual(["asked"]);
});
