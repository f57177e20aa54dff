import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestContext, type TestContext } from "./test-context";

describe.each(["none", "all"] as const)("queries, announced: %s", (announced) => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext({ announced }, [{}]);
  });
  afterAll(() => context.close());

  test("an order is found by the service's id and by the merchant's", async () => {
    const wanted = context.withdrawal();
    const { body: created } = await context.call("/withdraw", wanted);
    const { status, body } = await context.call("/transactions", { id: String(created.transactionId) });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      transactionId: created.transactionId,
      merchantId: "10001",
      referenceId: wanted.referenceId,
      type: "WITHDRAW",
      currency: "JPY",
      status: "SUCCESS",
      playerId: "player-1",
      method: "BANK_TRANSFER",
      amount: 12000,
      fee: 210,
      netAmount: 12210,
      actualAmount: null,
      receiverAccount: null,
    });
    expect("providerOrderId" in body).toBe(announced === "none");
    expect((await context.call("/transactions", { id: String(wanted.referenceId) })).body).toEqual(body);
  });

  test("actualAmount is null until the order is completed, then the netAmount", async () => {
    const { body: created } = await context.call("/withdraw", context.withdrawal());
    const id = String(created.transactionId);
    await context.operator("POST", `/orders/${id}/pend`);
    expect((await context.call("/transactions", { id })).body).toMatchObject({ status: "PENDING", actualAmount: null });
    await context.operator("POST", `/orders/${id}/complete`);
    const { body } = await context.call("/transactions", { id });
    expect(body).toMatchObject({ status: "COMPLETED", actualAmount: 12210, netAmount: 12210 });
  });

  test("a deposit shows its receiver and nets amount minus fee", async () => {
    const deposit = context.deposit({ currency: "THB", amount: "1000.00" });
    await context.call("/deposit", deposit);
    const { body } = await context.call("/transactions", { id: String(deposit.referenceId) });
    expect(body).toMatchObject({ type: "DEPOSIT", amount: 1000, fee: 12, netAmount: 988, receiverBankCode: "BBL" });
  });

  test("an unknown order, and another merchant's, is 404", async () => {
    const { body: created } = await context.call("/withdraw", context.withdrawal());
    for (const [id, as] of [
      ["nothing", context.merchant],
      [String(created.transactionId), context.others[0]!],
    ] as const) {
      const { status, body } = await context.call("/transactions", { id }, { as });
      expect([status, body]).toEqual([404, { message: "Transaction not found" }]);
    }
  });

  test("a query without an id is refused", async () => {
    expect((await context.call("/transactions", {})).body.fields).toEqual(["id: is required"]);
  });

  test("balances list every currency, or the one that is asked for", async () => {
    const all = await context.call("/balance", {}, { as: context.others[0]! });
    expect(all.list).toEqual([
      { currency: "JPY", available_balance: 1000000, ledger_balance: 1000000 },
      { currency: "THB", available_balance: 200000, ledger_balance: 200000 },
      { currency: "USDT", available_balance: 5000, ledger_balance: 5000 },
    ]);
    const one = await context.call("/balance", { currency: "THB" }, { as: context.others[0]! });
    expect(one.list).toEqual([{ currency: "THB", available_balance: 200000, ledger_balance: 200000 }]);
    expect((await context.call("/balance", { currency: "XXX" })).status).toBe(400);
  });

  test("banks are listed for baht, and none for yen", async () => {
    const { status, list } = await context.call("/banks", { currency: "JPY" });
    expect([status, list]).toEqual([200, []]);
    const thai = await context.call("/banks", { currency: "THB" });
    expect(thai.list.map(({ bankCode }) => bankCode)).toEqual(expect.arrayContaining(["BBL", "KBANK", "SCB"]));
    expect((await context.call("/banks", {})).list).toEqual(thai.list);
    expect((await context.call("/banks", { currency: "XXX" })).status).toBe(400);
  });
});
