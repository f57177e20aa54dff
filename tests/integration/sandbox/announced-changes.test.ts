import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ANNOUNCED } from "@/sandbox/merchants/announced";
import { openTestContext, type TestContext } from "./test-context";

type Switch = (typeof ANNOUNCED)[number];

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext({ retry: { firstMs: 1, attempts: 2 } });
});
afterAll(() => context.close());

/** What can be seen of each change, measured on the wire. */
async function seen(): Promise<Record<Switch, boolean>> {
  const tag = crypto.randomUUID();
  const kyc = { playerId: tag, userName: "ヤマダ", currency: "JPY", callbackUrl: context.inbox.url(`/kyc-${tag}`) };
  const withGateway = await context.call("/kyc-register", { ...kyc, gateway: "JPBANK" });
  const withoutGateway = await context.call("/kyc/status", { playerId: tag });
  await context.operator("POST", `/kyc/${tag}/registered`);
  const [news] = await context.inbox.received(`/kyc-${tag}`);

  context.inbox.answer.status = 500;
  const created = await context.call(
    "/withdraw",
    context.withdrawal({ amount: 100, callbackUrl: context.inbox.url(`/${tag}`) }),
  );
  await context.operator("POST", `/orders/${created.body.transactionId}/complete`);
  const [callback] = await context.inbox.received(`/${tag}`);
  const attempts = async () => {
    const { list } = await context.operator("GET", "/callbacks");
    const sent = list.find(({ transactionId }) => transactionId === created.body.transactionId);
    return (sent?.attempts ?? []) as { acknowledged: boolean | null }[];
  };
  await expect.poll(async () => (await attempts()).every(({ acknowledged }) => acknowledged === false)).toBe(true);
  const { rows } = await context.pool.query(
    "select attempts + count(next_attempt_at)::int as planned from callbacks where transaction_id = $1 group by id",
    [created.body.transactionId],
  );
  context.inbox.answer.status = 200;
  const forged = await context.call("/balance", {}, { signature: "forged" });

  return {
    signedCallbacks: callback?.signature !== undefined,
    callbackRetries: rows[0].planned > 1,
    unprefixedPlayerIds: news?.body.player_id === tag,
    neutralValues: withGateway.body.gateway === "KYC" && news?.body.gateway === "KYC",
    optionalGateway: withoutGateway.status === 200,
    noProviderOrderId: !("providerOrderId" in created.body) && !("provider_order_id" in (callback?.body ?? {})),
    badSignature401: forged.status === 401,
  };
}

const none = Object.fromEntries(ANNOUNCED.map((name) => [name, false]));

describe("announced changes", () => {
  test("none of them is there today", async () => {
    expect(await seen()).toEqual(none);
  });

  test.each(ANNOUNCED)("%s is a switch of its own", async (name) => {
    await context.operator("PATCH", "/merchants/10001", { announced: "none" });
    await context.operator("PATCH", "/merchants/10001", { announced: { [name]: true } });
    expect(await seen()).toEqual({ ...none, [name]: true });
  });

  test("all of them come together, and outlive a restart", async () => {
    await context.operator("PATCH", "/merchants/10001", { announced: "all" });
    await context.restart();
    expect(await seen()).toEqual(Object.fromEntries(ANNOUNCED.map((name) => [name, true])));
  });
});

describe("what the operator changes", () => {
  const settings = async () => (await context.operator("GET", "/merchants")).list[0];

  beforeAll(async () => {
    await context.pool.query("update merchants set changes = '{}'");
    await context.restart();
  });

  test("outlives a restart with what was changed before, and leaves the rest to the configuration", async () => {
    await context.operator("PATCH", "/merchants/10001", { announced: { neutralValues: true } });
    await context.operator("PATCH", "/merchants/10001", { announced: { badSignature401: false } });
    await context.restart({ announced: { badSignature401: true, optionalGateway: true }, resultAfterMs: 4_000 });
    expect(await settings()).toMatchObject({
      announced: { ...none, neutralValues: true, optionalGateway: true },
      resultAfterMs: 4_000,
      repeatedReference: "refuse",
    });
  });

  test("stands above the configuration", async () => {
    await context.operator("PATCH", "/merchants/10001", { resultAfterMs: null });
    await context.restart({ resultAfterMs: 4_000, repeatedReference: "same" });
    expect(await settings()).toMatchObject({
      announced: { ...none, neutralValues: true },
      resultAfterMs: null,
      repeatedReference: "same",
    });
  });
});
