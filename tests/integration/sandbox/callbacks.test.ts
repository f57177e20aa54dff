import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { openInbox } from "./inbox";
import { signatureOf, signedBody } from "./signer";
import { openTestContext, type TestContext } from "./test-context";

describe.each(["none", "all"] as const)("transaction callbacks, announced: %s", (announced) => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext({ announced });
    await context.registerPlayer();
  });
  afterAll(() => context.close());

  async function decide(path: "/withdraw" | "/deposit", order: ReturnType<TestContext["deposit"]>, move: string) {
    const callback = `/${crypto.randomUUID()}`;
    const { body } = await context.call(path, { ...order, callbackUrl: context.inbox.url(callback) });
    await context.operator("POST", `/orders/${body.transactionId}/${move}`);
    return { id: body.transactionId, delivery: (await context.inbox.received(callback))[0]! };
  }

  test.each([
    ["/withdraw", "complete", "COMPLETED", 12210],
    ["/withdraw", "fail", "FAILED", null],
    ["/deposit", "complete", "COMPLETED", 11820],
    ["/deposit", "fail", "FAILED", null],
  ] as const)("%s %s: every field as specified", async (path, move, status, actualAmount) => {
    const order = path === "/withdraw" ? context.withdrawal() : context.deposit();
    const { id, delivery } = await decide(path, order, move);
    context.description.checkCallback("transaction", delivery.body);
    const { provider_order_id, ...body } = delivery.body;
    expect(body).toEqual({
      transaction_id: id,
      reference_id: order.referenceId,
      status,
      type: path === "/withdraw" ? "WITHDRAW" : "DEPOSIT",
      amount: 12000,
      actual_amount: actualAmount,
      currency: "JPY",
      method: "BANK_TRANSFER",
    });
    expect(provider_order_id === undefined).toBe(announced === "all");
  });

  test("amounts that are not yen are decimal strings", async () => {
    const baht = context.withdrawal({ currency: "THB", amount: "12.5", destination: "SCB" });
    const { delivery } = await decide("/withdraw", baht, "complete");
    expect(delivery.text).toContain('"amount":"12.50","actual_amount":"25.00"');
  });

  test("they are signed once that is announced, over the canonical form without nulls", async () => {
    for (const move of ["complete", "fail"]) {
      const { delivery } = await decide("/withdraw", context.withdrawal(), move);
      const right = signatureOf(signedBody(delivery.body as Record<string, string>), context.merchant.secretKey);
      expect(delivery.signature).toBe(announced === "all" ? right : undefined);
    }
  });

  test.each(["cancel", "resolve", "pend"])("%s sends no callback", async (move) => {
    const { body } = await context.call("/withdraw", context.withdrawal());
    await context.operator("POST", `/orders/${body.transactionId}/${move}`);
    const { list } = await context.operator("GET", "/callbacks");
    expect(list.some(({ transactionId }) => transactionId === body.transactionId)).toBe(false);
  });

  test.each([
    [{ status: 200, body: "SUCCESS" }, true],
    [{ status: 200, body: '"SUCCESS"' }, true],
    [{ status: 200, body: '{"message":"SUCCESS"}' }, false],
    [{ status: 200, body: "OK" }, false],
    [{ status: 200, body: "success" }, false],
    [{ status: 200, body: "" }, false],
    [{ status: 201, body: "SUCCESS" }, false],
    [{ status: 503, body: "SUCCESS" }, false],
    [{ status: 302, body: "SUCCESS", headers: { location: "/elsewhere" } }, false],
    [{ status: 101, body: "", headers: { connection: "upgrade", upgrade: "x" } }, false],
  ])("the answer %j counts as received: %j", async (answer, acknowledged) => {
    context.inbox.answer = { headers: {}, ...answer };
    const { id } = await decide("/withdraw", context.withdrawal({ amount: "100" }), "complete");
    const attempt = await recorded(id);
    expect(attempt).toMatchObject({ number: 1, status: answer.status, answer: answer.body, acknowledged });
    context.inbox.answer = { status: 200, body: "SUCCESS", headers: {} };
    expect(context.inbox.deliveries.some(({ path }) => path === "/elsewhere")).toBe(false);
  });

  test("an address is called with its scheme in any case", async () => {
    const path = `/${crypto.randomUUID()}`;
    const callbackUrl = context.inbox.url(path).replace("http:", "HTTP:");
    const { body } = await context.call("/withdraw", context.withdrawal({ amount: "100", callbackUrl }));
    await context.operator("POST", `/orders/${body.transactionId}/complete`);
    expect(await context.inbox.received(path)).toHaveLength(1);
    const overTls = context.withdrawal({ amount: "100", callbackUrl: "HTTPS://127.0.0.1:1/" });
    const { transactionId } = (await context.call("/withdraw", overTls)).body;
    await context.operator("POST", `/orders/${transactionId}/complete`);
    expect((await recorded(transactionId)).problem).toMatch(/ECONNREFUSED/);
  });

  test("an address of the sandbox itself is refused", async () => {
    const [own, operator] = [context.url(), context.operatorUrl()].map((address) => new URL(address).port);
    const hosts = ["127.0.0.1", "localhost", "LOCALHOST.", "a.localhost", "127.1", "2130706433", "0.0.0.0", "[::1]"];
    const wanted = [own, operator].flatMap((port) => hosts.map((host) => `http://${host}:${port}/orders/x/complete`));
    wanted.push(`HTTPS://[::ffff:127.0.0.1]:${operator}/`, `http://user:pw@localhost:${own}/pay/x/paid`);
    const problem = "callbackUrl: must not be an address of the sandbox itself";
    for (const callbackUrl of wanted) {
      const { status, body } = await context.call("/withdraw", context.withdrawal({ callbackUrl }));
      expect([callbackUrl, status, body.fields]).toEqual([callbackUrl, 400, [problem]]);
    }
    const player = { gateway: "JPBANK", playerId: "own", userName: "ヤマダ", currency: "JPY" };
    const { body } = await context.call("/kyc-register", { ...player, callbackUrl: wanted[0]! });
    expect(body.fields).toEqual([problem]);
  });

  test("a merchant that cannot be reached is recorded as such", async () => {
    const { body } = await context.call("/withdraw", context.withdrawal({ callbackUrl: "http://127.0.0.1:1/" }));
    await context.operator("POST", `/orders/${body.transactionId}/complete`);
    const attempt = await recorded(body.transactionId);
    expect(attempt).toMatchObject({ status: null, acknowledged: false });
    expect(attempt.problem).toMatch(/ECONNREFUSED/);
  });

  /** The first attempt of an order's callback, once its result is written down. */
  const recorded = (transactionId: unknown) =>
    vi.waitFor(async () => {
      const { list } = await context.operator("GET", "/callbacks");
      const callback = list.find((one) => one.transactionId === transactionId);
      const [attempt] = (callback?.attempts ?? []) as Record<string, unknown>[];
      expect(typeof attempt?.acknowledged).toBe("boolean");
      return attempt!;
    });
});

describe("delivery", () => {
  test("today a callback is sent once, acknowledged or not", async () => {
    const context = await openTestContext();
    context.inbox.answer.status = 500;
    const { body } = await context.call("/withdraw", context.withdrawal());
    await context.operator("POST", `/orders/${body.transactionId}/complete`);
    await context.inbox.received("/callback");
    await expect
      .poll(async () => (await context.operator("GET", "/callbacks")).list[0])
      .toMatchObject({ nextAttemptAt: null, attempts: [{ number: 1, status: 500, acknowledged: false }] });
    await context.restart();
    expect((await context.operator("GET", "/callbacks")).list[0]).toMatchObject({ nextAttemptAt: null });
    expect(context.inbox.deliveries).toHaveLength(1);
    await context.close();
  });

  test("once announced it is retried, with growing delays, until it is acknowledged", async () => {
    const context = await openTestContext({
      announced: { callbackRetries: true },
      retry: { firstMs: 50, attempts: 6 },
    });
    context.inbox.answer.status = 503;
    const { body } = await context.call("/withdraw", context.withdrawal());
    await context.operator("POST", `/orders/${body.transactionId}/complete`);
    await context.inbox.received("/callback", 3);
    context.inbox.answer.status = 200;
    const deliveries = await context.inbox.received("/callback", 4);
    expect(new Set(deliveries.map(({ text }) => text)).size).toBe(1);

    await expect
      .poll(async () => (await context.operator("GET", "/callbacks")).list[0])
      .toMatchObject({ nextAttemptAt: null, acknowledgedAt: expect.any(String) });
    const { attempts } = (await context.operator("GET", "/callbacks")).list[0] as { attempts: { startedAt: string }[] };
    const starts = attempts.map(({ startedAt }) => Date.parse(startedAt));
    const gaps = starts.slice(1).map((at, index) => at - starts[index]!);
    expect(gaps).toHaveLength(3);
    for (const [index, gap] of gaps.entries()) expect(gap).toBeGreaterThanOrEqual(50 * 2 ** index);
    await context.close();
  });

  test("it is given up after so many attempts", async () => {
    const context = await openTestContext({ announced: { callbackRetries: true }, retry: { firstMs: 1, attempts: 3 } });
    context.inbox.answer.status = 500;
    const { body } = await context.call("/withdraw", context.withdrawal());
    await context.operator("POST", `/orders/${body.transactionId}/complete`);
    await context.inbox.received("/callback", 3);
    await expect
      .poll(async () => (await context.operator("GET", "/callbacks")).list[0])
      .toMatchObject({ nextAttemptAt: null, acknowledgedAt: null, attempts: { length: 3 } });
    await context.close();
  });

  test("retries that are planned survive a restart", async () => {
    const context = await openTestContext({
      announced: { callbackRetries: true },
      retry: { firstMs: 1_500, attempts: 6 },
    });
    context.inbox.answer.status = 500;
    const { body } = await context.call("/withdraw", context.withdrawal());
    await context.operator("POST", `/orders/${body.transactionId}/complete`);
    await context.inbox.received("/callback", 1);
    await context.restart();
    expect(context.inbox.deliveries).toHaveLength(1);
    context.inbox.answer.status = 200;
    await context.inbox.received("/callback", 2);
    await context.close();
  });

  test("a host that does not answer holds 32 sockets, and other hosts are still called", async () => {
    const context = await openTestContext();
    const other = await openInbox();
    let answer = () => {};
    context.inbox.held = new Promise((resolve) => {
      answer = resolve;
    });
    for (const callbackUrl of [context.inbox.url(), other.url()]) {
      const count = callbackUrl === other.url() ? 1 : 40;
      const orders = Array.from({ length: count }, () => context.withdrawal({ amount: "100", callbackUrl }));
      await Promise.all(orders.map((order) => context.call("/withdraw", order)));
    }
    await context.pool.query("update orders set result_at = now(), result_status = 'COMPLETED'");
    await Promise.all([context.inbox.received("/callback", 32), other.received("/callback")]);
    const { list } = await context.operator("GET", "/callbacks");
    const begun = list.filter(({ url, attempts }) => url === context.inbox.url() && (attempts as unknown[]).length > 0);
    expect([begun.length, context.inbox.deliveries.length]).toEqual([32, 32]);

    answer();
    const deliveries = await context.inbox.received("/callback", 40);
    expect(new Set(deliveries.map(({ body }) => body.transaction_id)).size).toBe(40);
    await Promise.all([context.close(), other.close()]);
  });

  test("all hosts together hold 128 sockets", async () => {
    const context = await openTestContext();
    let answer = () => {};
    context.inbox.held = new Promise((resolve) => {
      answer = resolve;
    });
    await context.pool.query(
      `insert into callbacks (merchant, url, host, body, created_at, next_attempt_at)
       select 10001, $1, 'host ' || number % 6, '{}', now(), now() from generate_series(1, 150) number`,
      [context.inbox.url()],
    );
    await context.inbox.received("/callback", 128);
    // Long enough for several more turns of the sender.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const { rows } = await context.pool.query("select count(*)::int as begun from callback_attempts");
    expect([rows[0].begun, context.inbox.deliveries.length]).toEqual([128, 128]);

    answer();
    await context.inbox.received("/callback", 150);
    await context.close();
  });

  test("an operator can send one again", async () => {
    const context = await openTestContext();
    const { body } = await context.call("/withdraw", context.withdrawal());
    await context.operator("POST", `/orders/${body.transactionId}/complete`);
    await context.inbox.received("/callback", 1);
    const [callback] = (await context.operator("GET", "/callbacks")).list;
    expect((await context.operator("POST", `/callbacks/${callback?.id}/resend`)).status).toBe(202);
    const [first, second] = await context.inbox.received("/callback", 2);
    expect(second?.text).toBe(first?.text);
    expect((await context.operator("POST", "/callbacks/999999/resend")).status).toBe(404);
    await context.close();
  });

  test("sent again while an attempt is still unanswered, it is sent again", async () => {
    const context = await openTestContext();
    let answer = () => {};
    context.inbox.held = new Promise((resolve) => {
      answer = resolve;
    });
    const { body } = await context.call("/withdraw", context.withdrawal());
    await context.operator("POST", `/orders/${body.transactionId}/complete`);
    await context.inbox.received("/callback", 1);
    // As the operator's API writes it, but late enough that the response is on record before the sender has its next turn.
    await context.pool.query("update callbacks set next_attempt_at = now() + interval '500 milliseconds'");
    answer();
    await context.inbox.received("/callback", 2);
    await context.close();
  });
});
