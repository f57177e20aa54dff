import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { unknownTokenCalls } from "@/drizzle/schema/callbacks";
import { deliveries } from "@/drizzle/schema/deliveries";
import { exchanges } from "@/drizzle/schema/evidence";
import { transactions } from "@/drizzle/schema/transactions";
import type { Ctx } from "@/lib/auth/context";
import { retireCallbackAddress, rotateCallbackAddress } from "@/lib/callbacks/commands";
import { handleCallback, handleIncoming, type Incoming } from "@/lib/callbacks/handle-callback";
import { processDeliveries } from "@/lib/callbacks/process-delivery";
import { callbackAddress } from "@/lib/callbacks/queries";
import { lookUpDeliveries } from "@/lib/callbacks/unknown-orders";
import { ok } from "@/lib/result";
import { lookUpOrder } from "@/lib/transactions/commands";
import { callbackFields, signatureOf } from "../../support/callback-fields";
import { accepted } from "../../support/callbacks";
import type { TestContext } from "../../support/context";
import { orderOf } from "../../support/orders";
import { openAtService, type Service } from "../../support/service";
import { auditEventsAbout } from "../../support/team";

let service: Service;
let context: TestContext;
let ctx: Ctx;
let admin: Ctx;

beforeAll(async () => {
  ({ service, context } = await openAtService());
  ctx = await context.as("callback");
  admin = await context.as("admin");
});
afterAll(() => context.close());

async function address(): Promise<string> {
  context.clock.now = new Date(context.clock.now.getTime() + 1000);
  await rotateCallbackAddress(admin);
  const { current } = await callbackAddress(admin);
  return current!.url.split("/").at(-1)!;
}

const from = (read: Incoming["read"], headers: Record<string, string> = {}) => ({
  headers: { "content-type": "application/json", ...headers },
  read,
  sourceAddress: "192.0.2.7",
  besidePages: true,
});

const post = (token: string, body: object, headers: Record<string, string> = {}) =>
  handleIncoming(
    ctx,
    token,
    from(async () => ({ bytes: Buffer.from(JSON.stringify(body)), cut: null }), headers),
  );

/** An order that another system of the merchant has made. */
async function orderOfAnother() {
  const referenceId = `theirs-${randomUUID()}`;
  const { api } = await context.as("job");
  const answer = await api.sendWithdraw(
    api.prepareWithdraw({
      referenceId,
      amount: "12000",
      currency: "JPY",
      playerId: "p1",
      callbackUrl: "http://127.0.0.1:1/",
      destination: "0005",
      destinationName: "ミツビシユーエフジェイ",
      destinationBranchCode: "001",
      destinationBranchName: "ホンテン",
      destinationAccount: "1234567",
      destinationAccountName: "ヤマダ タロウ",
      destinationAccountType: "1",
    }),
  );
  if (!answer.result.ok) throw new Error(JSON.stringify(answer.result.error));
  const { transactionId } = answer.result.value;
  return { referenceId, transactionId };
}

const newest = async () =>
  (await context.db.select().from(deliveries).orderBy(desc(deliveries.receivedAt), desc(deliveries.id)).limit(1))[0]!;

/** Everything that waits is judged, as the job does. */
const judge = async () => processDeliveries(await context.as("job"));

describe("the environment's address", () => {
  test("is one that an admin makes, and a line of the log says who", async () => {
    const token = await address();
    const { current } = await callbackAddress(await context.as("ops"));
    expect(current!.url).toBe(`http://console.test/api/callbacks/sandbox/${token}`);
    expect(token).toMatch(/^[0-9a-f]{48}$/);
    const [line] = await auditEventsAbout(context, current!.id);
    expect(line).toMatchObject({ action: "callbacks.address_created", actorName: "admin" });
    expect(JSON.stringify(line!.detail)).not.toContain(token);
  });

  test("accepts callbacks about every recorded order", async () => {
    const token = await address();
    const order = await accepted(context);
    const fields = callbackFields(order);
    expect((await post(token, fields, { "x-signature": signatureOf(fields, ctx.secretKey) })).status).toBe(200);
    await judge();
    expect(await newest()).toMatchObject({ effect: "applied", transactionRow: order.id });
    expect(await orderOf(context, order.referenceId)).toMatchObject({ status: "COMPLETED" });
    expect((await callbackAddress(admin)).current!.lastUsedAt).toBe(context.clock.now.toISOString());
  });

  test("checks an order of another system, records it from then on, and believes only the response", async () => {
    const token = await address();
    const { referenceId, transactionId } = await orderOfAnother();
    const other = await context.as("job");
    expect((await post(token, callbackFields({ referenceId, transactionId }))).status).toBe(200);
    await judge();
    const asked = await newest();
    expect(asked).toMatchObject({ effect: "asked", transactionRow: null });
    expect(await lookUpDeliveries(other)).toEqual({ asked: 1 });
    const held = await orderOf(context, referenceId);
    // It said COMPLETED unsigned; the service says that it is not.
    expect(held).toMatchObject({ status: "SUCCESS", statusSource: "query", submission: null, transactionId });
    expect(await newest()).toMatchObject({ effect: "asked", transactionRow: held.id });
    expect(await lookUpDeliveries(other)).toEqual({ asked: 0 });
  });

  test("an order that the service gives the transaction ID of another is a discrepancy, and holds up no other", async () => {
    const token = await address();
    const { transactionId } = await orderOf(context, (await accepted(context)).referenceId);
    const [theirs, next] = [await orderOfAnother(), await orderOfAnother()];
    for (const one of [theirs, next]) {
      context.clock.now = new Date(context.clock.now.getTime() + 1000);
      await post(token, callbackFields(one));
    }
    await judge();
    const job = await context.as("job");
    const transaction = async (id: string) => {
      const came = await job.api.transaction(id);
      if (!came.result.ok || id !== theirs.referenceId) return came;
      return { ...came, result: ok({ ...came.result.value, transactionId: transactionId! }) };
    };
    expect(await lookUpDeliveries({ ...job, api: { ...job.api, transaction } })).toEqual({ asked: 2 });
    const held = await orderOf(context, theirs.referenceId);
    expect(held).toMatchObject({ status: null, transactionId: null, discrepancyKind: "reports" });
    expect(await context.db.$count(exchanges, eq(exchanges.transactionRow, held.id))).toBe(1);
    expect(await orderOf(context, next.referenceId)).toMatchObject({ status: "SUCCESS", discrepancyAt: null });
  });

  test("an order that is looked up by both of its IDs is recorded once", async () => {
    const theirs = await orderOfAnother();
    const support = await context.as("support");
    const ids = [theirs.transactionId, theirs.referenceId];
    const found = await Promise.all(ids.map((id) => lookUpOrder(support, { id })));
    for (const one of [...found, await lookUpOrder(support, { id: theirs.transactionId })])
      expect(one).toMatchObject({ value: { referenceId: theirs.referenceId } });
    const held = await context.db.select().from(transactions).where(eq(transactions.referenceId, theirs.referenceId));
    expect(held).toMatchObject([{ transactionId: theirs.transactionId, status: "SUCCESS", discrepancyAt: null }]);
  });

  test.each([null, "text/plain; charset=utf-8"])("accepts a JSON body of any type: %s", async (type) => {
    const token = await address();
    const order = await accepted(context);
    const came = async (fields: object) => {
      const body = new Uint8Array(Buffer.from(JSON.stringify(fields)));
      const headers: Record<string, string> = type === null ? {} : { "content-type": type };
      const request = new Request("http://console.test", { method: "POST", body, headers });
      const answer = await handleCallback(ctx, token, request);
      expect([answer.status, await answer.text()]).toEqual([200, "SUCCESS"]);
      await judge();
      return newest();
    };
    expect((await came(callbackFields(order))).headers["content-type"]).toBe(type ?? undefined);
    expect(await newest()).toMatchObject({ refusal: null, effect: "asked", transactionRow: order.id });
    expect(await orderOf(context, order.referenceId)).toMatchObject({ nextPollAt: context.clock.now });

    context.clock.now = new Date(context.clock.now.getTime() + 1000);
    const theirs = await orderOfAnother();
    expect(await came(callbackFields(theirs))).toMatchObject({ refusal: null, effect: "asked", transactionRow: null });
    expect(await lookUpDeliveries(await context.as("job"))).toEqual({ asked: 1 });
    expect(await orderOf(context, theirs.referenceId)).toMatchObject({ status: "SUCCESS", statusSource: "query" });
  });

  test("a callback about an order unknown to the service changes nothing, signed or not", async () => {
    const token = await address();
    const fields = callbackFields({ referenceId: `nobodys-${randomUUID()}`, transactionId: randomUUID() });
    await post(token, fields, { "x-signature": signatureOf(fields, ctx.secretKey) });
    await judge();
    expect(await lookUpDeliveries(await context.as("job"))).toEqual({ asked: 1 });
    expect(await newest()).toMatchObject({ effect: "asked", transactionRow: null });
    const later = new Date(context.clock.now.getTime() + 70_000);
    expect(await lookUpDeliveries({ ...(await context.as("job")), now: () => later })).toEqual({ asked: 1 });
    expect(await newest()).toMatchObject({ effect: "mismatch", transactionRow: null });
  });

  test("while the service does not answer, the delivery waits to be asked about", async () => {
    const token = await address();
    await post(token, callbackFields({ referenceId: `later-${randomUUID()}`, transactionId: randomUUID() }));
    await judge();
    const { id: deliveryId } = await newest();
    await service.misbehave({ path: "/transactions", kind: "status", when: "before", status: 500 });
    expect(await lookUpDeliveries(await context.as("job"))).toEqual({ asked: 1 });
    expect(await newest()).toMatchObject({ id: deliveryId, effect: "asked", transactionRow: null });
    await service.behave();
  });

  test("an older URL is accepted until it is retired; the newest cannot be retired", async () => {
    const [older, current] = [await address(), await address()];
    const order = await accepted(context);
    expect((await post(older, callbackFields(order))).status).toBe(200);
    const { current: inUse, older: heard } = await callbackAddress(admin);
    expect(await retireCallbackAddress(admin, { addressId: inUse!.id })).toEqual({
      ok: false,
      error: { kind: "in_use" },
    });
    const { id: addressId } = heard.find(({ url }) => url.endsWith(older))!;
    expect(await retireCallbackAddress(admin, { addressId })).toMatchObject({ ok: true });
    expect(await retireCallbackAddress(admin, { addressId })).toEqual({ ok: false, error: { kind: "not_heard" } });
    expect((await post(older, callbackFields(order))).status).toBe(404);
    expect((await post(current, callbackFields(order))).status).toBe(200);
  });

  test("of one environment is not accepted in the other", async () => {
    const token = await address();
    const request = new Request("http://console.test", { method: "POST", body: "{}" });
    expect((await handleCallback({ ...ctx, environment: "production" }, token, request)).status).toBe(404);
    expect((await callbackAddress({ ...admin, environment: "production" })).current).toBeNull();
  });
});

describe("unknown callback URLs", () => {
  test("are counted by the hour, and what they said is not kept", async () => {
    const before = await context.db.$count(deliveries);
    for (let call = 0; call < 30; call += 1) expect((await post("a".repeat(48), { call })).status).toBe(404);
    const counted = async () =>
      (await context.db.select().from(unknownTokenCalls).where(eq(unknownTokenCalls.environment, "sandbox")))[0];
    await expect.poll(async () => (await counted())?.calls).toBeGreaterThanOrEqual(30);
    expect(await counted()).toMatchObject({ lastSourceAddress: "192.0.2.7" });
    expect(await context.db.$count(deliveries)).toBe(before);
  });

  test("a source that called too many of them is still accepted at a valid one", async () => {
    for (let call = 0; call < 50; call += 1) await post("b".repeat(48), { call });
    const order = await accepted(context);
    expect((await post(order.callbackToken!, callbackFields(order))).status).toBe(200);
  });

  test("and its calls to unknown URLs are not even read", async () => {
    for (let call = 0; call < 50; call += 1) await post("c".repeat(48), { call });
    let read = false;
    const came = from(async () => {
      read = true;
      return { bytes: Buffer.alloc(0), cut: null };
    });
    expect((await handleIncoming(ctx, "c".repeat(48), came)).status).toBe(404);
    expect(read).toBe(false);
  });
});
