import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestContext, type TestContext } from "./test-context";

let context: TestContext;
beforeAll(async () => {
  context = await openTestContext();
});
afterAll(() => context.close());

const create = async (more: Record<string, string> = {}) =>
  String((await context.call("/withdraw", context.withdrawal({ amount: "1000", ...more }))).body.transactionId);
const move = (id: string, to: string) => context.operator("POST", `/orders/${id}/${to}`);
const statusOf = async (id: string) => (await context.call("/transactions", { id })).body.status;
const faults = async () => (await context.operator("GET", "/ledger")).body.faults;

describe("moves of an order", () => {
  // Rows: from. Columns: to. Every pair is written down.
  //            pend complete fail cancel resolve
  const TABLE = `
    SUCCESS   | yes yes yes yes yes
    PENDING   | no  yes yes yes yes
    COMPLETED | no  no  no  no  no
    FAILED    | no  no  no  no  no
    CANCELLED | no  yes no  no  no
    RESOLVED  | no  yes no  no  no`;
  const MOVES = ["pend", "complete", "fail", "cancel", "resolve"];
  const REACH: Record<string, string[]> = {
    SUCCESS: [],
    PENDING: ["pend"],
    COMPLETED: ["complete"],
    FAILED: ["fail"],
    CANCELLED: ["cancel"],
    RESOLVED: ["resolve"],
  };
  const pairs = TABLE.trim()
    .split("\n")
    .flatMap((line) => {
      const [from, cells] = line.split("|").map((cell) => cell.trim());
      return cells!.split(/\s+/).map((may, column) => [from!, MOVES[column]!, may] as const);
    });

  test.each(pairs)("%s, %s: %s", async (from, to, may) => {
    const id = await create();
    for (const step of REACH[from]!) await move(id, step);
    const { status } = await move(id, to);
    expect(status).toBe(may === "yes" ? 200 : 409);
    if (may === "no") expect(await statusOf(id)).toBe(from);
    expect(await faults()).toEqual([]);
  });

  test.each([
    ["complete", -1155, -1155],
    ["fail", 0, 0],
    ["cancel", 0, 0],
    ["resolve", 0, 0],
    ["pend", -1155, 0],
  ])("%s moves the available balance by %d and the ledger by %d", async (to, available, ledger) => {
    const before = await context.available();
    await move(await create(), to);
    const after = await context.available();
    expect(Number(after?.available_balance) - Number(before?.available_balance)).toBe(available);
    expect(Number(after?.ledger_balance) - Number(before?.ledger_balance)).toBe(ledger);
  });

  test("a cancelled withdrawal is paid after all only if the money is there", async () => {
    const id = await create({ currency: "USDT", amount: "4000", destination: "X" });
    await move(id, "cancel");
    const other = await create({ currency: "USDT", amount: "4000", destination: "X" });
    expect((await move(id, "complete")).status).toBe(409);
    await move(other, "fail");
    expect((await move(id, "complete")).status).toBe(200);
    expect(await faults()).toEqual([]);
  });

  test("of two cancelled withdrawals that one balance covers, one is paid after all", async () => {
    const ids: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      const id = await create({ currency: "USDT", amount: "900", destination: "X" });
      await move(id, "cancel");
      ids.push(id);
    }
    const rest = await context.available("USDT");
    const holding = await create({
      currency: "USDT",
      amount: String(Number(rest?.available_balance) - 1000),
      destination: "X",
    });
    const answers = await Promise.all(ids.map((id) => move(id, "complete")));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await move(holding, "fail");
    expect(await faults()).toEqual([]);
  });

  test("an order is found by the merchant's reference; an unknown one is 404", async () => {
    const order = context.withdrawal();
    await context.call("/withdraw", order);
    const { body } = await context.operator("GET", `/orders/${order.referenceId}`);
    expect(body.referenceId).toBe(order.referenceId);
    expect((await move("nothing", "complete")).status).toBe(404);
  });

  test("fifty operators complete one order once", async () => {
    const id = await create();
    const answers = await Promise.all(Array.from({ length: 50 }, () => move(id, "complete")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await faults()).toEqual([]);
  });
});

describe("what else an operator does", () => {
  test("merchants are shown without their keys", async () => {
    const { text, list } = await context.operator("GET", "/merchants");
    expect(list[0]).toMatchObject({ number: 10001, resultAfterMs: null });
    expect(text).not.toContain(context.merchant.apiKey);
    expect(text).not.toContain(context.merchant.secretKey);
  });

  test.each([
    ["/merchants/10001", { announced: { nothing: true } }],
    ["/merchants/10001", { repeatedReference: "maybe" }],
    ["/merchants/10001", { apiKey: "x" }],
  ])("PATCH %s with %j is refused", async (path, change) => {
    expect((await context.operator("PATCH", path, change)).status).toBe(400);
  });

  const tooLong = "must be at most 31622400000 (366 days)";
  test.each([
    ["PATCH", "/merchants/10001", "resultAfterMs", -1, "must not be negative"],
    ["PATCH", "/merchants/10001", "resultAfterMs", 31_622_400_001, tooLong],
    ["PATCH", "/merchants/10001", "resultAfterMs", 8_640_000_000_000_000, tooLong],
    ["PATCH", "/merchants/10001", "resultAfterMs", "soon", "must be a whole number of milliseconds"],
    ["POST", "/clock", "offsetMs", 31_622_400_001, tooLong],
    ["POST", "/clock", "offsetMs", 9_007_199_254_740_991, tooLong],
    ["POST", "/clock", "offsetMs", -31_622_400_001, "must be at least -31622400000 (366 days)"],
    ["POST", "/clock", "offsetMs", 0.5, "must be a whole number of milliseconds"],
  ])("%s %s, %s %j: refused, and the service goes on", async (method, path, field, value, problem) => {
    const { status, body } = await context.operator(method, path, { [field]: value });
    expect([status, body.fields]).toEqual([400, [`${field}: ${problem}`]]);
    expect((await context.call("/withdraw", context.withdrawal({ amount: "100" }))).status).toBe(200);
  });

  test("the longest resultAfterMs and the farthest clock leave the service at work", async () => {
    await context.operator("PATCH", "/merchants/10001", { resultAfterMs: 31_622_400_000 });
    const { body } = await context.operator("POST", "/clock", { offsetMs: -31_622_400_000 });
    const timestamp = Math.floor(Date.parse(String(body.now)) / 1000);
    expect((await context.call("/withdraw", context.withdrawal({ amount: "100", timestamp }))).status).toBe(200);
    await context.operator("POST", "/clock", { offsetMs: 0 });
    await context.operator("PATCH", "/merchants/10001", { resultAfterMs: null });
  });

  test("the books can be read", async () => {
    const { body } = await context.operator("GET", "/ledger");
    expect(body.faults).toEqual([]);
    expect(body.postings).toContainEqual(
      expect.objectContaining({ reason: "OPENING", currency: "JPY", amount: "1000000" }),
    );
    const { list } = await context.operator("GET", "/balances");
    expect(list.filter(({ currency }) => currency === "JPY").map(({ kind }) => kind)).toEqual([
      "available",
      "held",
      "fees",
      "network",
    ]);
  });

  test("a check of the books finds what is wrong", async () => {
    await context.pool.query("update accounts set balance = balance + 1 where kind = 'available' and currency = 'THB'");
    expect(await faults()).toEqual([
      expect.stringMatching(/^account \d+ \(10001 THB available\) holds 200001.00, its postings say 200000.00$/),
      "the accounts of merchant 10001 in THB sum to 1.00",
    ]);
    await context.pool.query("update accounts set balance = balance - 1 where kind = 'available' and currency = 'THB'");
  });

  test.each(["update postings set amount = amount + 1", "delete from postings", "truncate postings"])(
    "%s is refused by the database",
    async (statement) => {
      await expect(context.pool.query(statement)).rejects.toThrow("postings is written once and never changed");
    },
  );

  test("a posting between currencies, for no order or another's, or one that overdraws, is refused by the database", async () => {
    const account = async (currency: string, kind: string) => {
      const found = await context.pool.query("select id from accounts where currency = $1 and kind = $2", [
        currency,
        kind,
      ]);
      return found.rows[0].id;
    };
    const post = async (order: unknown, debit: number, credit: number, amount: number, reason = "RELEASE") =>
      context.pool.query(
        "insert into postings (transaction_id, reason, debit, credit, amount) values ($1, $5, $2, $3, $4)",
        [order, debit, credit, amount, reason],
      );
    const available = await account("JPY", "available");
    const held = await account("JPY", "held");
    const order = await create();
    const refusal = "within its order's merchant and currency";
    await expect(post(order, available, await account("THB", "held"), 1)).rejects.toThrow(refusal);
    await expect(post(order, available, 999_999, 1)).rejects.toThrow("violates foreign key");
    await expect(post(order, await account("THB", "held"), await account("THB", "available"), 1)).rejects.toThrow(
      refusal,
    );
    await expect(post(null, held, available, 1)).rejects.toThrow(refusal);
    await expect(post(randomUUID(), held, available, 1)).rejects.toThrow("violates foreign key");
    const abroad = await account("THB", "held");
    await expect(post(null, await account("JPY", "network"), abroad, 1, "OPENING")).rejects.toThrow(refusal);
    await expect(post(order, available, held, 99_000_000)).rejects.toThrow("never_negative");
  });

  test("accounts and posted orders cannot be removed", async () => {
    await expect(context.pool.query("delete from accounts")).rejects.toThrow("accounts is never removed from");
    await create();
    await expect(context.pool.query("delete from orders")).rejects.toThrow("orders is never removed from");
    for (const change of ["transaction_id = gen_random_uuid()", "merchant = 2", "currency = 'USDT'"]) {
      await expect(context.pool.query(`update orders set ${change}`)).rejects.toThrow("never changed");
    }
  });
});

describe("who reaches the operator's side", () => {
  test("not a merchant: its paths are not on the merchants' address", async () => {
    for (const path of ["/orders", "/ledger", "/merchants", "/callbacks", "/faults", "/clock"]) {
      const headers = { "content-type": "application/json", "x-api-key": context.merchant.apiKey };
      expect((await context.send(path, "{}", headers)).status).toBe(404);
      expect((await context.send(path, "", headers, "GET")).status).toBe(404);
    }
  });

  test("not a callback, nor any other call without the header that an operator sends", async () => {
    const id = await create();
    const headers = { "content-type": "application/json" };
    for (const [method, path] of [
      ["POST", `/orders/${id}/complete`],
      ["POST", "/clock"],
      ["POST", "/faults"],
      ["DELETE", "/faults"],
      ["PATCH", "/merchants/10001"],
    ] as const) {
      const answer = await fetch(context.operatorUrl() + path, { method, headers, body: '{"offsetMs":1}' });
      expect([answer.status, await answer.json()]).toEqual([
        403,
        { message: "A call that changes something needs the header x-sandbox-operator: 1." },
      ]);
    }
    expect(await statusOf(id)).toBe("SUCCESS");
  });

  test("not by an address that holds what a database cannot keep", async () => {
    for (const path of ["/orders/%00", "/orders/a%00b/complete", "/kyc/%00/failed", "/callbacks/%00/resend"]) {
      const { status, body } = await context.operator(path === "/orders/%00" ? "GET" : "POST", path);
      expect([path, status, body.message]).toEqual([path, 404, "There is nothing at this address."]);
    }
    expect(context.logged.filter((line) => line.startsWith("error"))).toEqual([]);
  });

  test.each([
    ["a page from elsewhere", { origin: "http://evil.example" }],
    ["a name that leads here", { host: "evil.example" }],
  ])("not %s", async (_name, headers) => {
    const { hostname, port } = new URL(context.operatorUrl());
    const status = await new Promise((resolve, reject) => {
      request({ hostname, port, path: "/orders", headers }, (response) => resolve(response.resume().statusCode))
        .on("error", reject)
        .end();
    });
    expect(status).toBe(403);
  });
});

describe("faults", () => {
  const wrongly = (fields = context.withdrawal()) => context.call("/withdraw", fields, { wrong: true });
  const plan = (fault: Record<string, unknown>) => context.operator("POST", "/faults", { path: "/withdraw", ...fault });

  test("happen as often as planned, then stop", async () => {
    expect(
      (await plan({ kind: "status", when: "before", status: 502, code: "KYC_NOT_SUPPORTED", times: 2 })).status,
    ).toBe(201);
    const answers = [await wrongly(), await wrongly(), await wrongly()];
    expect(answers.map(({ status }) => status)).toEqual([502, 502, 200]);
    expect(answers[0]?.body.code).toBe("KYC_NOT_SUPPORTED");
  });

  test("happen to their path only", async () => {
    await plan({ kind: "status", when: "before", status: 500 });
    expect((await context.call("/balance", {})).status).toBe(200);
    await context.operator("DELETE", "/faults");
    expect((await wrongly()).status).toBe(200);
  });

  test("a reset before leaves nothing, after leaves the order", async () => {
    for (const [when, status] of [
      ["before", 404],
      ["after", 200],
    ] as const) {
      const order = context.withdrawal();
      await plan({ kind: "drop", when });
      await expect(wrongly(order)).rejects.toThrow();
      expect((await context.call("/transactions", { id: String(order.referenceId) })).status).toBe(status);
    }
  });

  test("a delay answers late and rightly", async () => {
    await plan({ kind: "delay", when: "after", delayMs: 300 });
    const startedAt = performance.now();
    expect((await wrongly()).status).toBe(200);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(299);
  });

  test.each([
    { kind: "melt" },
    { kind: "drop" },
    { kind: "status", when: "after", status: 200 },
    { kind: "delay", when: "before" },
  ])("%j is refused", async (fault) => {
    expect((await plan(fault)).status).toBe(400);
  });
});
