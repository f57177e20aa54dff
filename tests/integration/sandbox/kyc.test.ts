import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestContext, type TestContext } from "./test-context";

describe.each(["none", "all"] as const)("KYC, announced: %s", (announced) => {
  const isNew = announced === "all";
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext({ announced }, [{ gateways: [] }, { kycPendingMs: 50 }]);
  });
  afterAll(() => context.close());

  const player = (playerId: string, more: Record<string, string | null> = {}) => ({
    gateway: "JPBANK",
    playerId,
    userName: "ヤマダ　タロウ",
    currency: "JPY",
    ...more,
  });

  test("a registration starts as PENDING", async () => {
    const { status, body } = await context.call("/kyc-register", player("a"));
    expect(status).toBe(200);
    expect(body).toMatchObject({ playerId: "a", gateway: isNew ? "KYC" : "JPBANK", status: "PENDING" });
  });

  test.each([
    ["registered", "REGISTERED", "ACCEPTED", "VERIFIED"],
    ["failed", "FAILED", "NAME_MISMATCH", "REJECTED"],
    ["expired", "EXPIRED", "SESSION_TIMEOUT", "LAPSED"],
  ])("%s is shown and posted to the callback address", async (result, status, today, neutral) => {
    const callbackUrl = context.inbox.url(`/kyc-${result}`);
    await context.call("/kyc-register", player(result, { callbackUrl }));
    expect((await context.call("/kyc/status", { gateway: "JPBANK", playerId: result })).body.status).toBe("PENDING");
    await context.operator("POST", `/kyc/${result}/${result}`);

    const gateway = isNew ? "KYC" : "JPBANK";
    const shown = await context.call("/kyc/status", { gateway: "JPBANK", playerId: result });
    expect(shown.body).toMatchObject({ playerId: result, gateway, status, providerStatus: isNew ? neutral : today });

    const [delivery] = await context.inbox.received(`/kyc-${result}`);
    context.description.checkCallback("kyc", delivery?.body);
    expect(delivery?.body).toEqual({
      event: "kyc.status",
      player_id: isNew ? result : `10001_${result}`,
      gateway,
      status,
      provider_status: isNew ? neutral : today,
      currency: "JPY",
    });
    expect(delivery?.signature === undefined).toBe(!isNew);
  });

  test("without a callback address nothing is posted", async () => {
    await context.call("/kyc-register", player("quiet"));
    expect((await context.operator("POST", "/kyc/quiet/registered")).status).toBe(200);
    expect((await context.operator("GET", "/callbacks")).list.some(({ body }) => String(body).includes("quiet"))).toBe(
      false,
    );
  });

  test("after FAILED one registers again", async () => {
    await context.call("/kyc-register", player("again"));
    await context.operator("POST", "/kyc/again/failed");
    await context.call("/kyc-register", player("again", { userName: "ヤマダ　ジロウ" }));
    expect((await context.call("/kyc/status", { gateway: "JPBANK", playerId: "again" })).body.status).toBe("PENDING");
  });

  test("a registration that waits too long expires, and says so", async () => {
    const as = context.others[1]!;
    const callbackUrl = context.inbox.url("/kyc-waiting");
    await context.call("/kyc-register", player("waiting", { callbackUrl }), { as });
    const [delivery] = await context.inbox.received("/kyc-waiting");
    expect(delivery?.body.status).toBe("EXPIRED");
  });

  test("a player who was never registered is 404", async () => {
    const { status, body } = await context.call("/kyc/status", { gateway: "JPBANK", playerId: "unknown" });
    expect([status, body]).toEqual([404, { message: "No KYC registration found for this player." }]);
  });

  test("the gateway is required today and optional once announced", async () => {
    const registered = await context.call("/kyc-register", player("none", { gateway: null }));
    const queried = await context.call("/kyc/status", { playerId: "none" });
    if (isNew) expect([registered.status, queried.status]).toEqual([200, 200]);
    else for (const { body } of [registered, queried]) expect(body.fields).toEqual(["gateway: is required"]);
  });

  test.runIf(isNew)("without a gateway a registration of any channel is found", async () => {
    await context.call("/kyc-register", player("elsewhere", { gateway: "SECOND" }));
    expect((await context.call("/kyc/status", { playerId: "elsewhere" })).status).toBe(200);
    expect((await context.call("/kyc/status", { playerId: "elsewhere", gateway: "KYC" })).status).toBe(200);
    expect((await context.call("/kyc/status", { playerId: "elsewhere", gateway: "JPBANK" })).status).toBe(404);
  });

  test("a channel that is not enabled, and a currency without KYC, have their codes", async () => {
    const unknown = await context.call("/kyc-register", player("b", { gateway: "OTHER" }));
    expect([unknown.status, unknown.body.code]).toEqual([502, "GATEWAY_NOT_ENABLED"]);
    const none = await context.call("/kyc-register", player("b"), { as: context.others[0]! });
    expect([none.status, none.body.code]).toEqual([502, "GATEWAY_NOT_ENABLED"]);
    const baht = await context.call("/kyc-register", player("b", { currency: "THB" }));
    expect([baht.status, baht.body.code]).toEqual([502, "KYC_NOT_SUPPORTED"]);
  });

  test.each(["Yamada Taro", "ﾔﾏﾀﾞ ﾀﾛｳ", "山田　太郎", "やまだ　たろう", "ヤマダ1", "　ヤマダ", "ー"])(
    "the name %j is not full-width katakana",
    async (userName) => {
      const { status, body } = await context.call("/kyc-register", player("c", { userName }));
      expect([status, body.fields]).toEqual([400, ["userName: must be full-width katakana"]]);
    },
  );

  test.each(["playerId", "userName", "currency"])("%s is required", async (field) => {
    const { body } = await context.call("/kyc-register", player("d", { [field]: null }));
    expect(body.fields).toEqual([`${field}: is required`]);
  });
});
