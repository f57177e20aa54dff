import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SCENARIOS, scenarioOf } from "@/sandbox/scenarios/scenarios";
import { signatureOf, signedBody } from "./signer";
import { openTestContext, type TestContext } from "./test-context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

/** An order that asks for a scenario by its reference, with a callback address of its own. */
function asking(name: string) {
  const callback = `/${crypto.randomUUID()}`;
  const referenceId = `${crypto.randomUUID()}--${name}`;
  const order = context.withdrawal({ amount: "100", referenceId, callbackUrl: context.inbox.url(callback) });
  return { order, referenceId, callback };
}

const statusOf = async (referenceId: string) =>
  (await context.call("/transactions", { id: referenceId })).body.status ?? "no order";

describe("endings", () => {
  test.each([
    ["completes", "COMPLETED"],
    ["pends", "PENDING"],
    ["fails", "FAILED"],
    ["cancelled", "CANCELLED"],
    ["resolved", "RESOLVED"],
    ["stays", "SUCCESS"],
  ])("%s: %s", async (name, status) => {
    const { order, referenceId } = asking(name);
    expect((await context.call("/withdraw", order)).body.status).toBe("SUCCESS");
    await expect.poll(() => statusOf(referenceId)).toBe(status);
  });

  test.each([
    ["completes-late", "COMPLETED"],
    ["fails-late", "FAILED"],
  ])("%s: %s ten seconds later", async (name, status) => {
    const { order, referenceId } = asking(name);
    await context.call("/withdraw", order);
    const { body } = await context.operator("GET", `/orders/${referenceId}`);
    expect(body.resultStatus).toBe(status);
    expect(Date.parse(String(body.resultAt)) - Date.parse(String(body.createdAt))).toBeCloseTo(10_000, -3);
  });

  test("an account number asks for them as well, of a recipient or a payer", async () => {
    const account = SCENARIOS.fails!.account;
    const withdrawal = context.withdrawal({ destinationAccount: account });
    const deposit = context.deposit({ currency: "THB", payerAccount: account });
    await context.call("/withdraw", withdrawal);
    await context.call("/deposit", deposit);
    await expect.poll(() => statusOf(String(withdrawal.referenceId))).toBe("FAILED");
    await expect.poll(() => statusOf(String(deposit.referenceId))).toBe("FAILED");
  });

  test.each([
    ["9100001", "COMPLETED"],
    ["9100004", "PENDING"],
    ["9300001", "no order"],
    ["9300002", "SUCCESS"],
    ["9300019", "SUCCESS"],
  ])("the recipient's account %s: %s, however the create is answered", async (destinationAccount, status) => {
    const order = context.withdrawal({ destinationAccount });
    context.call("/withdraw", order, { wrong: true }).catch(() => undefined);
    await expect.poll(() => statusOf(String(order.referenceId))).toBe(status);
  });

  test("a reference asks with what follows its last two dashes", async () => {
    const referenceId = "run--1--fails";
    await context.call("/withdraw", context.withdrawal({ amount: "100", referenceId }));
    await expect.poll(() => statusOf(referenceId)).toBe("FAILED");
  });

  test.each([
    ["run--fails", "fails"],
    ["run---fails", "fails"],
    ["run--2026-11--fails-late", "fails-late"],
    ["run--fails--1", undefined],
    ["run--fails--", undefined],
    ["fails", undefined],
  ])("the reference %s asks for %s", (referenceId, name) => {
    expect(scenarioOf(referenceId, undefined)).toBe(name && SCENARIOS[name]);
  });

  test("no two scenarios share an account number", () => {
    const accounts = Object.values(SCENARIOS).map(({ account }) => account);
    expect(new Set(accounts).size).toBe(accounts.length);
  });
});

describe("answers", () => {
  test("insufficient: refused, and there is no order", async () => {
    const { order, referenceId } = asking("insufficient");
    const { status, body } = await context.call("/withdraw", order);
    expect([status, body.message]).toEqual([400, "Insufficient available balance"]);
    expect(await statusOf(referenceId)).toBe("no order");
  });

  test.each([
    ["500-before", 500, undefined, "no order"],
    ["500-after", 500, undefined, "SUCCESS"],
    ["502-not-registered-before", 502, "KYC_NOT_REGISTERED", "no order"],
    ["502-not-registered-after", 502, "KYC_NOT_REGISTERED", "SUCCESS"],
    ["502-not-enabled-before", 502, "GATEWAY_NOT_ENABLED", "no order"],
    ["502-not-enabled-after", 502, "GATEWAY_NOT_ENABLED", "SUCCESS"],
    ["502-not-supported-before", 502, "KYC_NOT_SUPPORTED", "no order"],
    ["502-not-supported-after", 502, "KYC_NOT_SUPPORTED", "SUCCESS"],
    ["504-before", 504, undefined, "no order"],
    ["504-after", 504, undefined, "SUCCESS"],
  ])("%s: %d %s, %s", async (name, status, code, left) => {
    const { order, referenceId } = asking(name);
    const answer = await context.call("/withdraw", order);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(await statusOf(referenceId)).toBe(left);
  });

  test.each([
    ["html-before", "no order"],
    ["html-after", "SUCCESS"],
  ])("%s: a page of HTML, %s", async (name, left) => {
    const { order, referenceId } = asking(name);
    const answer = await context.call("/withdraw", order, { wrong: true });
    expect(answer.headers.get("content-type")).toBe("text/html");
    expect([answer.status, answer.text]).toEqual([503, expect.stringMatching(/^<html>/)]);
    expect(await statusOf(referenceId)).toBe(left);
  });

  test("unreadable: 200, half a body, and the order exists", async () => {
    const { order, referenceId } = asking("unreadable");
    const answer = await context.call("/withdraw", order, { wrong: true });
    expect([answer.status, answer.text]).toEqual([200, '{"transactionId":']);
    expect(await statusOf(referenceId)).toBe("SUCCESS");
  });

  test.each([
    ["cut-before", "no order"],
    ["cut-after", "SUCCESS"],
  ])("%s: the connection is reset, %s", async (name, left) => {
    const { order, referenceId } = asking(name);
    const reason = await context.call("/withdraw", order).catch((error: Error) => error.cause);
    expect(reason).toMatchObject({ code: "ECONNRESET" });
    expect(await statusOf(referenceId)).toBe(left);
  });

  test("slow: the right answer, three seconds later", async () => {
    const startedAt = performance.now();
    const { status } = await context.call("/withdraw", asking("slow").order);
    expect([status, performance.now() - startedAt >= 2_990]).toEqual([200, true]);
  });

  test.each([
    ["late-before", "no order"],
    ["late-after", "SUCCESS"],
  ])("%s: no answer in any client's time, %s", async (name, left) => {
    const { order, referenceId } = asking(name);
    const answered = context.call("/withdraw", order, { wrong: true }).then(() => "answered");
    answered.catch(() => undefined);
    await expect.poll(() => statusOf(referenceId)).toBe(left);
    const patience = new Promise((resolve) => setTimeout(resolve, 500, "still waiting"));
    expect(await Promise.race([answered, patience])).toBe("still waiting");
  });
});

describe("callbacks", () => {
  const received = async (name: string, count = 1) => {
    const { order, callback, referenceId } = asking(name);
    await context.call("/withdraw", order);
    await expect.poll(() => statusOf(referenceId)).toBe("COMPLETED");
    return context.inbox.received(callback, count);
  };

  test("lost: it is recorded and never sent", async () => {
    const { order, referenceId } = asking("callback-lost");
    await context.call("/withdraw", order);
    await expect.poll(() => statusOf(referenceId)).toBe("COMPLETED");
    const { list } = await context.operator("GET", "/callbacks");
    const lost = list.find(({ body }) => String(body).includes(referenceId));
    expect(lost).toMatchObject({ attempts: [], nextAttemptAt: null });
  });

  test.each([
    ["callback-doubled", 2],
    ["callback-ten-times", 10],
  ])("%s: the same %d times", async (name, count) => {
    const deliveries = await received(name, count);
    expect(new Set(deliveries.map(({ text }) => text)).size).toBe(1);
    expect(deliveries).toHaveLength(count);
  });

  test("out of order: an earlier status follows the result", async () => {
    const deliveries = await received("callback-out-of-order", 2);
    expect(deliveries.map(({ body }) => body.status)).toEqual(["COMPLETED", "PENDING"]);
  });

  test("first: it overtakes the answer to the create", async () => {
    const { order, callback } = asking("callback-first");
    const first = await Promise.race([
      context.call("/withdraw", order).then(() => "the answer"),
      context.inbox.received(callback).then(() => "the callback"),
    ]);
    expect(first).toBe("the callback");
  });

  test("wrong amount: one too many", async () => {
    const [delivery] = await received("callback-wrong-amount");
    expect(delivery?.body).toMatchObject({ status: "COMPLETED", amount: 101, actual_amount: 252 });
  });

  test("unknown status and extra fields", async () => {
    expect((await received("callback-unknown-status"))[0]?.body.status).toBe("SETTLED");
    expect((await received("callback-extra-fields"))[0]?.body).toMatchObject({ is_test: true, priority: 1 });
  });

  test("wrong signature: there is one, and the merchant's key does not make it", async () => {
    const [delivery] = await received("callback-wrong-signature");
    const right = signatureOf(signedBody(delivery?.body as Record<string, string>), context.merchant.secretKey);
    expect(delivery?.signature).toMatch(/^[0-9a-f]{64}$/);
    expect(delivery?.signature).not.toBe(right);
  });
});

describe("automatic results", () => {
  test("of an order follow its amount, and of a player the name", async () => {
    await context.operator("PATCH", "/merchants/10001", { resultAfterMs: 10 });
    const players = { ok: "ヤマダ", no: "シッパイ　タロウ", old: "キゲン　タロウ", open: "ホリュウ　タロウ" };
    for (const [playerId, userName] of Object.entries(players)) {
      await context.call("/kyc-register", { gateway: "JPBANK", playerId, userName, currency: "JPY" });
    }
    const kyc = async (playerId: string) =>
      (await context.call("/kyc/status", { gateway: "JPBANK", playerId })).body.status;
    await expect.poll(() => kyc("ok")).toBe("REGISTERED");
    await expect.poll(() => kyc("no")).toBe("FAILED");
    await expect.poll(() => kyc("old")).toBe("EXPIRED");
    expect(await kyc("open")).toBe("PENDING");

    for (const [currency, amount, status] of [
      ["JPY", "2000", "COMPLETED"],
      ["JPY", "2013", "FAILED"],
      ["JPY", "2019", "PENDING"],
      ["THB", "13.50", "FAILED"],
      ["THB", "20.13", "COMPLETED"],
    ]) {
      const order = context.withdrawal({ currency, amount, destination: currency === "THB" ? "BBL" : "0001" });
      await context.call("/withdraw", order);
      await expect.poll(() => statusOf(String(order.referenceId)), { message: `${amount} ${currency}` }).toBe(status);
    }
    await context.operator("PATCH", "/merchants/10001", { resultAfterMs: null });
  });

  test("orders and players that are due together all end", async () => {
    const endings = ["COMPLETED", "FAILED", "PENDING", "RESOLVED"];
    const player = (playerId: string) => ({ gateway: "JPBANK", playerId, userName: "ヤマダ", currency: "JPY" });
    const together = Array.from({ length: 40 }, (_, index) => `together-${index}`);
    for (const name of together) {
      await context.call("/withdraw", context.withdrawal({ referenceId: name, amount: "100" }));
      await context.call("/kyc-register", player(name));
    }
    await context.pool.query(
      `update orders set result_at = now(), result_status = ($1::text[])[right(reference_id, 1)::int % 4 + 1]
       where reference_id like 'together-%'`,
      [endings],
    );
    await context.pool.query(
      "update kyc_registrations set result_at = now(), result_status = 'FAILED' where player_id like 'together-%'",
    );
    const statuses = async (table: string, name: string) => {
      const { rows } = await context.pool.query(
        `select status, count(*)::int from ${table} where ${name} like 'together-%' group by status order by status`,
      );
      return rows;
    };
    await expect
      .poll(() => statuses("orders", "reference_id"), { timeout: 5_000 })
      .toEqual([
        { status: "COMPLETED", count: 12 },
        { status: "FAILED", count: 12 },
        { status: "PENDING", count: 8 },
        { status: "RESOLVED", count: 8 },
      ]);
    await expect
      .poll(() => statuses("kyc_registrations", "player_id"), { timeout: 5_000 })
      .toEqual([{ status: "FAILED", count: 40 }]);
    expect((await context.operator("GET", "/ledger")).body.faults).toEqual([]);
  });

  test("what is due in the future outlives a restart", async () => {
    await context.operator("PATCH", "/merchants/10001", { resultAfterMs: 1_000 });
    const order = context.withdrawal();
    await context.call("/withdraw", order);
    await context.restart();
    await expect.poll(() => statusOf(String(order.referenceId)), { timeout: 5_000 }).toBe("COMPLETED");
    await context.operator("PATCH", "/merchants/10001", { resultAfterMs: null });
  });
});
