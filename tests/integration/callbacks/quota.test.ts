import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { callbackQuotas } from "@/drizzle/schema/callbacks";
import { deliveries } from "@/drizzle/schema/deliveries";
import { registrations } from "@/drizzle/schema/registrations";
import { transactions } from "@/drizzle/schema/transactions";
import { rotateCallbackAddress } from "@/lib/callbacks/commands";
import { handleIncoming } from "@/lib/callbacks/handle-callback";
import { callbackAddress } from "@/lib/callbacks/queries";
import { OWN_QUOTA, SHARED_QUOTA } from "@/lib/callbacks/quota";
import { callbackFields, signatureOf } from "../../support/callback-fields";
import { accepted } from "../../support/callbacks";
import { NOWHERE, openTestContext, type TestContext } from "../../support/context";
import { registering } from "../../support/players";

let context: TestContext;

beforeAll(async () => {
  context = await openTestContext();
});
beforeEach(() => {
  // A day of its own for each test.
  context.clock.now = new Date(context.clock.now.getTime() + 24 * 3_600_000);
});
afterAll(() => context.close());

type How = { signature?: string; padTo?: number };

async function post(token: string, fields: Record<string, unknown>, { signature, padTo = 0 }: How = {}) {
  const headers = { "content-type": "application/json", ...(signature && { "x-signature": signature }) };
  const bytes = Buffer.from(JSON.stringify(fields).padEnd(padTo));
  const read = async () => ({ bytes, cut: null });
  return handleIncoming(await context.as("callback"), token, {
    headers,
    read,
    sourceAddress: "192.0.2.7",
    besidePages: true,
  });
}

async function environmentAddress() {
  const admin = await context.as("admin");
  await rotateCallbackAddress(admin);
  const { id, url } = (await callbackAddress(admin)).current!;
  return { id, token: url.split("/").at(-1)! };
}

const unknown = () => callbackFields({ referenceId: `nobodys-${randomUUID()}`, transactionId: randomUUID() });
const times = <T>(count: number, make: () => Promise<T>) => Promise.all(Array.from({ length: count }, make));
const usage = async (address: string) =>
  (await context.db.select().from(callbackQuotas).where(eq(callbackQuotas.address, address))).at(-1);
const stored = (address: string, kept: number) =>
  expect.poll(async () => (await usage(address))?.kept, { interval: 10 }).toBe(kept);

describe("junk at the environment's address", () => {
  test("is kept up to a number and a size, then counted and sampled; what is real is kept all the same", async () => {
    const { id, token } = await environmentAddress();
    const order = await accepted(context);
    const padTo = 60 * 1024;
    const fit = Math.ceil(SHARED_QUOTA.bytes / padTo);
    for (let sent = 0; sent < fit; sent += 10) {
      await times(Math.min(10, fit - sent), () => post(token, unknown(), { padTo }));
    }
    const kept = await context.db.$count(deliveries, eq(deliveries.environmentAddress, id));
    expect(kept).toBe(fit);

    const beyond: number[] = [];
    for (let sent = 0; sent < 20; sent += 1) beyond.push((await post(token, unknown(), { padTo })).status);
    // Samples: the first, the second, the fourth, the eighth and the sixteenth.
    expect(beyond.filter((status) => status === 200).length).toBe(5);
    expect(beyond.filter((status) => status === 429).length).toBe(15);
    expect(await context.db.$count(deliveries, eq(deliveries.environmentAddress, id))).toBe(fit + 5);
    await expect.poll(async () => (await usage(id))?.notKept, { interval: 10 }).toBe(20);
    expect((await callbackAddress(await context.as("admin"))).current).toMatchObject({ id, overQuota: 20 });

    const signed = unknown();
    expect(await post(token, signed, { signature: signatureOf(signed, NOWHERE.secretKey) })).toMatchObject({
      status: 200,
    });
    for (let sent = 0; sent < 20; sent += 1) expect((await post(token, callbackFields(order))).status).toBe(200);
    expect(await context.db.$count(deliveries, eq(deliveries.environmentAddress, id))).toBe(fit + 5 + 21);
  });

  test("counts for all instances, and starts again a day later", async () => {
    const { id, token } = await environmentAddress();
    await post(token, unknown());
    await stored(id, 1);
    const used = { kept: SHARED_QUOTA.deliveries };
    await context.db.update(callbackQuotas).set(used).where(eq(callbackQuotas.address, id));
    // The next one that this instance keeps tells it what the others have kept.
    await post(token, unknown());
    await stored(id, SHARED_QUOTA.deliveries + 1);
    await post(token, unknown());
    await post(token, unknown());
    expect((await post(token, unknown())).status).toBe(429);
    context.clock.now = new Date(context.clock.now.getTime() + 24 * 3_600_000);
    expect((await post(token, unknown())).status).toBe(200);
  });
});

describe("beyond the quota, a callback that contradicts the end of its order", () => {
  const ended = async () => {
    const order = await accepted(context);
    const status = "FAILED";
    await context.db.update(transactions).set({ status }).where(eq(transactions.id, order.id));
    return { ...order, status };
  };
  /** The environment's address, its quota used up. */
  const fullAddress = async () => {
    const { id, token } = await environmentAddress();
    await post(token, unknown());
    await stored(id, 1);
    await context.db
      .update(callbackQuotas)
      .set({ kept: SHARED_QUOTA.deliveries })
      .where(eq(callbackQuotas.address, id));
    await post(token, unknown());
    await stored(id, SHARED_QUOTA.deliveries + 1);
    return token;
  };
  const failed = (order: Awaited<ReturnType<typeof ended>>) => ({ ...callbackFields(order), status: "FAILED" });

  test("is not acknowledged at the order's own address, so that it may come again", async () => {
    const order = await ended();
    const token = order.callbackToken!;
    for (let sent = 0; sent < OWN_QUOTA.deliveries + 2; sent += 1) await post(token, failed(order));
    expect((await post(token, { ...failed(order), status: "COMPLETED" })).status).toBe(429);
    // The fourth is a sample.
    for (const status of [200, 200]) expect((await post(token, failed(order))).status).toBe(status);
    expect(await context.db.$count(deliveries, eq(deliveries.transactionRow, order.id))).toBe(OWN_QUOTA.deliveries + 3);
  });

  test("nor at the environment's", async () => {
    const token = await fullAddress();
    const order = await ended();
    await post(token, failed(order));
    await post(token, failed(order));
    expect((await post(token, { ...failed(order), status: "COMPLETED" })).status).toBe(429);
    await post(token, failed(order));
    expect((await post(token, failed(order))).status).toBe(200);
  });

  test("nor of its player, also where an earlier registration ended so", async () => {
    const token = await fullAddress();
    const earlier = await registering(context);
    const { playerId } = earlier;
    const past = { status: "REGISTERED", supersededAt: context.clock.now };
    await context.db.update(registrations).set(past).where(eq(registrations.id, earlier.id));
    const { id } = await registering(context, { playerId });
    await context.db.update(registrations).set({ status: "FAILED" }).where(eq(registrations.id, id));
    const say = async (status: string) =>
      (await post(token, { event: "kyc.status", player_id: playerId, gateway: "JPBANK", currency: "JPY", status }))
        .status;
    await say("FAILED");
    await say("FAILED");
    expect(await say("REGISTERED")).toBe(429);
    await say("FAILED");
    expect(await say("FAILED")).toBe(200);
  });
});

describe("an order's own address", () => {
  test("takes any number while the order is open, some repeats after its end, then counts; but all that is signed", async () => {
    const order = await accepted(context);
    const token = order.callbackToken!;
    const held = () => context.db.$count(deliveries, eq(deliveries.transactionRow, order.id));
    await times(OWN_QUOTA.deliveries + 10, () => post(token, callbackFields(order)));
    expect(await held()).toBe(OWN_QUOTA.deliveries + 10);
    await context.db.update(transactions).set({ status: "COMPLETED" }).where(eq(transactions.id, order.id));

    const before = await held();
    for (let sent = 0; sent < OWN_QUOTA.deliveries; sent += 1) await post(token, callbackFields(order));
    expect(await held()).toBe(before + OWN_QUOTA.deliveries);
    // Acknowledged, as what it says is known: so that it is not sent again.
    for (let sent = 0; sent < 20; sent += 1) expect((await post(token, callbackFields(order))).status).toBe(200);
    expect(await held()).toBe(before + OWN_QUOTA.deliveries + 5);
    const own = async () => (await callbackAddress(await context.as("admin"))).own;
    await expect.poll(own, { interval: 10 }).toEqual({ addresses: 1, overQuota: 20 });
    const signature = signatureOf(callbackFields(order), NOWHERE.secretKey);
    for (let sent = 0; sent < 3; sent += 1)
      expect((await post(token, callbackFields(order), { signature })).status).toBe(200);
    expect(await held()).toBe(before + OWN_QUOTA.deliveries + 8);
  });

  test("takes what is real after any number of forgeries, which are refused as ever", async () => {
    const order = await accepted(context);
    const token = order.callbackToken!;
    for (let sent = 0; sent < OWN_QUOTA.deliveries + 20; sent += 1) {
      expect((await post(token, callbackFields(order), { signature: "0".repeat(64) })).status).toBe(401);
    }
    expect(await context.db.$count(deliveries, eq(deliveries.transactionRow, order.id))).toBe(OWN_QUOTA.deliveries + 5);
    expect((await post(token, callbackFields(order))).status).toBe(200);
    expect(await context.db.$count(deliveries, eq(deliveries.transactionRow, order.id))).toBe(OWN_QUOTA.deliveries + 6);
  });
});

test.each(["REGISTERED", "FAILED"])(
  "a registration that is %s takes some repeats, at either address",
  async (status) => {
    const shared = await environmentAddress();
    const player = await registering(context);
    const fields = { event: "kyc.status", player_id: player.playerId, gateway: "JPBANK", currency: "JPY", status };
    const held = (own: boolean) =>
      context.db.$count(
        deliveries,
        own ? eq(deliveries.registrationRow, player.id) : eq(deliveries.environmentAddress, shared.id),
      );
    await times(OWN_QUOTA.deliveries + 1, () => post(player.callbackToken!, fields));
    expect(await held(true)).toBe(OWN_QUOTA.deliveries + 1);
    await context.db.update(registrations).set({ status }).where(eq(registrations.id, player.id));

    const before = await held(true);
    for (let sent = 0; sent < OWN_QUOTA.deliveries + 3; sent += 1) await post(player.callbackToken!, fields);
    // Of three beyond the quota, the first and the second are samples.
    expect(await held(true)).toBe(before + OWN_QUOTA.deliveries + 2);
    await post(shared.token, fields);
    await stored(shared.id, 1);
  },
);
