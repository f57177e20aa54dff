import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestContext, type TestContext } from "./test-context";

describe.each(["none", "all"] as const)("POST /deposit, announced: %s", (announced) => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext({ announced });
    await context.registerPlayer();
  });
  afterAll(() => context.close());

  test("opens an order that is not paid, with a payment page and the receiver's bank details", async () => {
    const before = await context.available();
    const { status, body } = await context.call("/deposit", context.deposit({ payerAccountName: "ヤマダ　タロウ" }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ amount: 12000, fee: 180, actualAmount: null, status: "SUCCESS" });
    expect(body.receiverBankCode).toBe("0001");
    expect(String(body.address)).toMatch(new RegExp(`^${context.url()}/pay/[A-Za-z0-9_-]{32}$`));
    expect("providerOrderId" in body).toBe(announced === "none");
    expect(await context.available()).toEqual(before);
  });

  test("credits amount minus fee when it is completed", async () => {
    const before = await context.available();
    const { body } = await context.call("/deposit", context.deposit());
    await context.operator("POST", `/orders/${body.transactionId}/complete`);
    const after = await context.available();
    expect(Number(after?.available_balance) - Number(before?.available_balance)).toBe(11820);
    expect(Number(after?.ledger_balance) - Number(before?.ledger_balance)).toBe(11820);
  });

  test("of yen needs a player who is registered", async () => {
    const stranger = await context.call("/deposit", context.deposit({ playerId: "stranger" }));
    expect([stranger.status, stranger.body.code]).toEqual([502, "KYC_NOT_REGISTERED"]);

    const registration = { gateway: "JPBANK", playerId: "pending", userName: "サトウ　ハナコ", currency: "JPY" };
    await context.call("/kyc-register", registration);
    expect((await context.call("/deposit", context.deposit({ playerId: "pending" }))).status).toBe(502);
    await context.operator("POST", "/kyc/pending/failed");
    expect((await context.call("/deposit", context.deposit({ playerId: "pending" }))).status).toBe(502);
  });

  test("of another currency does not, and may name the payer's Thai bank", async () => {
    const baht = { currency: "THB", amount: "250.75", playerId: "stranger", payerBankCode: "SCB" };
    const { status, body } = await context.call("/deposit", context.deposit(baht));
    expect([status, body.amount, body.fee, body.receiverBankCode]).toEqual([200, 250.75, 3.01, "BBL"]);
  });

  test("may have a receiver without a bank code", async () => {
    const { body } = await context.call("/deposit", context.deposit({ currency: "USDT", amount: "10" }));
    expect(body.receiverBankCode).toBeNull();
  });

  test.each([
    [{ payerBankCode: "SCB" }, "payerBankCode: must be omitted unless the currency is THB"],
    [{ payerBankCode: "XYZ", currency: "THB" }, "payerBankCode: is not a listed bank"],
    [{ referenceId: null }, "referenceId: is required"],
    [{ amount: "0" }, "amount: must be greater than zero"],
    [{ channel: "CARD" }, "channel: must be BANK_TRANSFER"],
  ])("%j is refused", async (wrong, problem) => {
    const { status, body } = await context.call("/deposit", context.deposit(wrong));
    expect([status, body]).toEqual([400, { message: "Validation failed.", fields: [problem] }]);
  });

  test("a fraction of a yen is refused in the documented words", async () => {
    const { status, body } = await context.call("/deposit", context.deposit({ amount: "1.5" }));
    expect([status, body]).toEqual([400, { message: "JPY amounts must be whole yen" }]);
  });

  test("a deposit and a withdrawal share one space of references", async () => {
    const { referenceId } = context.deposit();
    expect((await context.call("/deposit", context.deposit({ referenceId }))).status).toBe(200);
    expect((await context.call("/withdraw", context.withdrawal({ referenceId }))).body.fields).toEqual([
      "referenceId: was used before",
    ]);
  });
});
