import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestContext, type TestContext } from "./test-context";

describe.each(["none", "all"] as const)("POST /withdraw, announced: %s", (announced) => {
  let context: TestContext;
  beforeAll(async () => {
    context = await openTestContext({ announced });
  });
  afterAll(() => context.close());

  test("is accepted, not paid, and holds amount plus fee from the available balance", async () => {
    const before = await context.available();
    const { status, body } = await context.call("/withdraw", context.withdrawal({ amount: 12000 }));
    expect(status).toBe(200);
    expect(body).toMatchObject({ amount: 12000, fee: 210, actualAmount: null, status: "SUCCESS" });
    expect(body.transactionId).toMatch(/^[0-9a-f-]{36}$/);
    expect("providerOrderId" in body).toBe(announced === "none");

    const after = await context.available();
    expect(Number(before?.available_balance) - Number(after?.available_balance)).toBe(12210);
    expect(after?.ledger_balance).toBe(before?.ledger_balance);
  });

  test("keeps amounts in other currencies exact to the last digit", async () => {
    const usdt = context.withdrawal({ currency: "USDT", amount: "0.300001", destinationBranchCode: null });
    const { text } = await context.call("/withdraw", usdt);
    expect(text).toContain('"amount":0.300001,"fee":0.000001,');
    expect((await context.call("/balance", { currency: "USDT" })).text).toContain('"available_balance":4999.699998,');
  });

  test("keeps every text as it was sent", async () => {
    const odd = String.raw`"a\b", (c) {d} NULL \n 'e' ${"\u2028"}é`;
    const wanted = context.withdrawal({
      playerId: odd,
      destinationName: odd,
      referenceId: `${odd}${crypto.randomUUID()}`,
    });
    const { transactionId } = (await context.call("/withdraw", wanted)).body;
    const { body } = await context.operator("GET", `/orders/${transactionId}`);
    const { playerId, referenceId } = wanted;
    expect(body).toMatchObject({ playerId, referenceId, parties: { given: { destinationName: odd } } });
  });

  test.each(["100.5", "100.0", "0.1"])("%s yen is refused in the documented words", async (amount) => {
    const { status, body } = await context.call("/withdraw", context.withdrawal({ amount }));
    expect([status, body]).toEqual([400, { message: "JPY amounts must be whole yen" }]);
  });

  test.each([
    ["amount", "0", "must be greater than zero"],
    ["amount", "-5", "must be a positive decimal number"],
    ["amount", "1e3", "must be a positive decimal number"],
    ["amount", "１００", "must be a positive decimal number"],
    ["amount", "1,000", "must be a positive decimal number"],
    ["amount", "9".repeat(40), "must have at most 18 digits"],
    ["amount", null, "is required"],
    ["channel", "CARD", "must be BANK_TRANSFER"],
    ["channel", null, "is required"],
    ["currency", "EUR", "is not enabled for this account"],
    ["currency", null, "is required"],
    ["callbackUrl", "ftp://example.com", "must be an http or https URL without white space"],
    ["callbackUrl", "callback", "must be an http or https URL without white space"],
    ["callbackUrl", " https://example.com/", "must be an http or https URL without white space"],
    ["callbackUrl", "https://example.com/ ", "must be an http or https URL without white space"],
    ["callbackUrl", "https://example.com/a b", "must be an http or https URL without white space"],
    ["callbackUrl", "https:example.com", "must be an http or https URL without white space"],
    ["callbackUrl", null, "is required"],
    ["referenceId", null, "is required"],
    ["referenceId", " ", "must not be empty"],
    ["referenceId", "x".repeat(129), "must be at most 128 characters"],
    ["playerId", null, "is required"],
    ["destination", null, "is required"],
    ["destination", "001", "must be a 4-digit bank code"],
    ["destination", "０００１", "must be a 4-digit bank code"],
    ["destinationName", null, "is required"],
    ["destinationAccount", null, "is required"],
    ["destinationAccountName", null, "is required"],
    ["destinationAccountName", "山田　太郎", "must be katakana"],
    ["destinationAccountName", "ヤマダ\u0000", "must not contain control characters or broken surrogates"],
    ["destinationAccountName", "ヤマダ\ud83d", "must not contain control characters or broken surrogates"],
    ["destinationBranchCode", null, "is required for JPY"],
    ["destinationBranchCode", "01", "must be 3 digits"],
    ["destinationBranchName", null, "is required for JPY"],
    ["destinationAccountType", "3", "must be 1 (savings) or 2 (checking)"],
  ])("%s: %j is refused", async (field, value, problem) => {
    const { status, body } = await context.call("/withdraw", context.withdrawal({ [field]: value }));
    expect([status, body]).toEqual([400, { message: "Validation failed.", fields: [`${field}: ${problem}`] }]);
  });

  test("every invalid field is named in one response", async () => {
    const { body } = await context.call(
      "/withdraw",
      context.withdrawal({ playerId: null, destination: null, channel: "X" }),
    );
    expect(body.fields).toHaveLength(3);
  });

  test.each([
    ["THB", "0.001", "must have at most 2 decimals"],
    ["USDT", "0.0000001", "must have at most 6 decimals"],
  ])("%s %s is refused", async (currency, amount, problem) => {
    const { status, body } = await context.call(
      "/withdraw",
      context.withdrawal({ currency, amount, destination: "BBL" }),
    );
    expect([status, body.fields]).toEqual([400, [`amount: ${problem}`]]);
  });

  test("the account type is savings unless it is given", async () => {
    const stored = async (more: Record<string, string>) => {
      const { body } = await context.call("/withdraw", context.withdrawal(more));
      return (await context.operator("GET", `/orders/${body.transactionId}`)).body.parties;
    };
    expect(await stored({})).toMatchObject({ given: { destinationAccountType: "1" } });
    expect(await stored({ destinationAccountType: "2" })).toMatchObject({ given: { destinationAccountType: "2" } });
  });

  test("the legacy branch field is the code when it is all digits, and the name otherwise", async () => {
    const code = context.withdrawal({ destinationBranchCode: null, destinationBranch: "012" });
    expect((await context.call("/withdraw", code)).status).toBe(200);
    const name = context.withdrawal({ destinationBranchName: null, destinationBranch: "渋谷" });
    expect((await context.call("/withdraw", name)).status).toBe(200);
    const one = context.withdrawal({
      destinationBranchCode: null,
      destinationBranchName: null,
      destinationBranch: "012",
    });
    expect((await context.call("/withdraw", one)).body.fields).toEqual(["destinationBranchName: is required for JPY"]);
  });

  test("a company's account name passes, with Latin letters and brackets", async () => {
    const { status } = await context.call(
      "/withdraw",
      context.withdrawal({ destinationAccountName: "カ）ABC商事".replace("商事", "シヨウジ") }),
    );
    expect(status).toBe(200);
  });

  test("baht goes to a listed bank only", async () => {
    const baht = (destination: string) => context.withdrawal({ currency: "THB", amount: "100.25", destination });
    expect((await context.call("/withdraw", baht("KBANK"))).body).toMatchObject({ amount: 100.25, fee: 12.5 });
    const refused = await context.call("/withdraw", baht("0001"));
    expect(refused.body.fields).toEqual(["destination: is not the code of a listed bank"]);
  });

  test("more than the available balance is refused, and nothing is held", async () => {
    const before = await context.available();
    const { status, body } = await context.call(
      "/withdraw",
      context.withdrawal({ amount: String(before?.available_balance) }),
    );
    expect([status, body]).toEqual([400, { message: "Insufficient available balance" }]);
    expect(await context.available()).toEqual(before);
  });

  test.each([
    ["refuse", 400, 1],
    ["same", 200, 1],
    ["second", 200, 2],
  ])("a repeated reference, set to %s", async (repeatedReference, status, orders) => {
    await context.operator("PATCH", "/merchants/10001", { repeatedReference });
    const wanted = context.withdrawal({ amount: "1000" });
    const first = await context.call("/withdraw", wanted);
    const second = await context.call("/withdraw", wanted);
    expect(second.status).toBe(status);
    if (status === 400) expect(second.body.fields).toEqual(["referenceId: was used before"]);
    else expect(second.body.transactionId === first.body.transactionId).toBe(orders === 1);

    const { list } = await context.operator("GET", "/orders");
    expect(list.filter(({ referenceId }) => referenceId === wanted.referenceId)).toHaveLength(orders);
    await context.operator("PATCH", "/merchants/10001", { repeatedReference: "refuse" });
  });
});
